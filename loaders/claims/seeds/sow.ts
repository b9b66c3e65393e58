// Sows seeds for each claim: alters a copy of what it is judged by, judges it again, and puts everything back. It answers
// which changes turn a claim red, which do not, and so which claims nothing can turn red.

import { createHash } from "node:crypto";
import type { Oid } from "../../model.ts";
import type { Rows } from "../../surface/rows.ts";
import { isAnswer, leavesOf } from "../answers.ts";
import type { Field } from "../field.ts";
import { type Judgement, judge } from "../judge.ts";
import { Pages } from "../pages.ts";
import { Panel } from "../panel.ts";
import type { Claim } from "../pin.ts";
import { subjectsOf } from "../questions.ts";
import { LazyDesk, pinnedBytes, questionsOf, readPinned, rowsOrNone, type Surroundings } from "../scene.ts";
import { codeSeeds } from "./code-seeds.ts";
import { proseSeeds } from "./prose-seeds.ts";
import type { Seed, Sprout } from "./seed.ts";
import { type Focus, surfaceSeeds } from "./surface-seeds.ts";

/** What was found out of one claim. */
export interface Sown {
  /** Without any seed. Where it does not hold, no seed is sown: there is nothing to turn red. */
  readonly judgement: Judgement;
  readonly sprouts: readonly Sprout[];
}

/** Throws what reading git throws. */
export async function sow(claim: Claim, field: Field, { repo, facts }: Surroundings): Promise<Sown> {
  const pins = await pinnedBytes([claim], repo);
  const panel = new Panel(questionsOf([claim]), { facts, pinned: (of) => readPinned(repo, of) });
  const pages = new Pages([claim]);
  const plot = new Plot(field);
  const rows = panel.asksSurface ? await rowsOrNone(field) : null;
  const wanted = [...field.files].filter(([path]) => panel.wants(path));
  const desk = rows === null ? null : new LazyDesk(rows);
  const judgeWith = async (
    now: Rows | null,
    changes: readonly (readonly [string, Oid | null])[],
  ): Promise<Judgement> => {
    if (now !== null) await desk?.lay(now);
    await panel.turn(changes, plot.bytes, desk?.view ?? null);
    await pages.turn(changes, plot.bytes);
    return judge(claim, {
      found: pages.of(claim),
      answer: (question) => panel.answer(question),
      bytes: (revision, path) => pins.get(`${revision}:${path}`) ?? null,
    });
  };
  try {
    const documents = [...field.files].filter(([path]) => pages.wants(path) && !panel.wants(path));
    const judgement = await judgeWith(rows, [...wanted, ...documents]);
    if (judgement.verdict !== "holds") return { judgement, sprouts: [] };
    const sprouts: Sprout[] = [];
    for (const seed of await seedsFor(claim, panel, pages, field, plot)) {
      const then = await judgeWith(seed.rows ?? rows, plot.alter(seed.files ?? new Map()));
      const { kind, soil, says } = seed;
      sprouts.push({ seed: { kind, soil, says }, isRed: then.verdict !== "holds", says: then.says });
      await judgeWith(rows, plot.restore(seed.files ?? new Map()));
    }
    return { judgement, sprouts };
  } finally {
    await desk?.close();
  }
}

async function seedsFor(claim: Claim, panel: Panel, pages: Pages, field: Field, plot: Plot): Promise<readonly Seed[]> {
  const seeds: Seed[] = [];
  if (panel.asksSurface) {
    const { surface, profile } = await field.surface();
    seeds.push(...surfaceSeeds(surface, profile, focusOf(claim, panel)));
  }
  for (const { asked } of claim.pins) {
    const answered = panel.answer(asked.question);
    for (const leaf of leavesOf(asked.question)) {
      if (leaf.about !== "files") continue;
      seeds.push(
        ...(await codeSeeds(leaf, isAnswer(answered) ? answered : null, {
          subjects: subjectsOf(asked.text),
          wanted: [...field.files.keys()].filter(leaf.wants),
          holding: panel.holding(leaf),
          open: (path) => panel.open(path, field.files.get(path)!, plot.bytes),
        })),
      );
    }
  }
  const found = pages.of(claim);
  const doc = found?.sentences[0]?.doc ?? [...field.files.keys()].filter((path) => pages.wants(path)).sort()[0];
  if (found !== null && doc !== undefined) {
    const text = Buffer.from(await plot.bytes(field.files.get(doc)!)).toString("utf8");
    seeds.push(...proseSeeds(claim, doc, text, found.sentences[0] ?? null));
  }
  return seeds;
}

/** What a claim speaks of: words of its questions, texts and places of its answers. */
function focusOf({ pins }: Claim, panel: Panel): Focus {
  const words = new Set<string>();
  const paths = new Set<string>();
  for (const { asked } of pins) {
    for (const word of asked.text.match(/[\w./-]+/g) ?? []) words.add(word);
    const answered = panel.answer(asked.question);
    if (!isAnswer(answered)) continue;
    for (const { text, path } of answered.items) {
      words.add(text);
      if (path !== null) paths.add(path);
    }
  }
  return { words, paths };
}

/** The files of a tree, some of them altered. */
class Plot {
  readonly #field: Field;
  readonly #altered = new Map<Oid, Uint8Array>();

  constructor(field: Field) {
    this.#field = field;
  }

  readonly bytes = async (oid: Oid): Promise<Uint8Array> => this.#altered.get(oid) ?? (await this.#field.bytes(oid));

  /** The changes that bring altered texts in. */
  alter(files: ReadonlyMap<string, string | null>): readonly (readonly [string, Oid | null])[] {
    this.#altered.clear();
    return [...files].map(([path, text]) => {
      if (text === null) return [path, null] as const;
      const oid = `seed ${createHash("sha1").update(text).digest("hex")}`;
      this.#altered.set(oid, Buffer.from(text));
      return [path, oid] as const;
    });
  }

  /** The changes that put the tree's own files back. */
  restore(files: ReadonlyMap<string, string | null>): readonly (readonly [string, Oid | null])[] {
    return [...files.keys()].map((path) => [path, this.#field.files.get(path) ?? null] as const);
  }
}
