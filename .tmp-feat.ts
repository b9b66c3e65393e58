import { writeFileSync } from "node:fs";
import { Archive } from "./loaders/audit/archive.ts";
import { auditSnapshot } from "./loaders/audit/audit.ts";
import { caseOf } from "./loaders/audit/case.ts";
import { PLAIN } from "./loaders/audit/configuration.ts";
import { judge, leaningOf, supportFor, definitionOf } from "./loaders/audit/judge.ts";
import { rulingOf } from "./loaders/audit/ruling.ts";
import { openRepository } from "./loaders/git/repository.ts";
import { commitSnapshot } from "./loaders/git/snapshot.ts";
import { enclosing } from "./loaders/syntax/definitions.ts";
const repo = await openRepository(process.argv[2]!);
const oid = await repo.resolve(process.argv[3]!);
const snapshot = await commitSnapshot(repo, oid);
const archive = new Archive(repo, false);
const audited = await auditSnapshot({ archive, snapshot, configuration: PLAIN });
const around = { past: audited.past, library: archive.library, snapshot, trees: archive.trees, configuration: PLAIN, forge: null };
const rows: any[] = [];
for (const [at, s] of audited.subjects.entries()) {
  const f = audited.findings[at]!;
  if (s.resolved.kind !== "file" || s.citation.symbolOnly) continue;
  const holds = f.verdict === "holds";
  for (const by of holds ? [0, -55, -30, -15, -5, -1, 1, 5, 15, 30, 55] : [0]) {
    const sh = { ...s, citation: { ...s.citation, start: s.citation.start + by, end: s.citation.end + by } };
    if (sh.citation.start < 1) continue;
    const one = await caseOf(sh, around);
    if (!one || one.end > one.now.lines.length) continue;
    const sup = supportFor(one);
    const j = judge(one, sup, leaningOf(one, sup), 0);
    const r = await rulingOf(sh, one, j, around);
    const defs = definitionOf(one.sentence.adjacent, one.now.definitions);
    const p = { start: one.start, end: one.end };
    const dist = defs.length === 0 ? null : Math.min(...defs.map((d) => (d.line <= p.end && p.start <= d.endLine ? 0 : Math.max(d.line - p.end, p.start - d.endLine))));
    const enc = enclosing(one.now.definitions, p.start, p.end).map((d) => `${d.kind} ${d.name}`);
    // names as code weight >= .8 in file
    const names = one.sentence.tokens.filter((t) => t.kind === "name" && t.weight >= 0.8 && one.now.concordance.names.has(t.key));
    const held = (t: any, lo: number, hi: number) => one.now.concordance.names.get(t.key)!.some((l) => l >= lo && l <= hi);
    const near = (k: number) => names.filter((t) => held(t, p.start - k, p.end + k)).length;
    let bestLine = 0; let best = -1;
    for (let l = 1; l <= one.now.lines.length; l++) if (sup.relative(l) > best) { best = sup.relative(l); bestLine = l; }
    let maxNear = 0; for (let l = p.start - 10; l <= p.end + 10; l++) maxNear = Math.max(maxNear, sup.relative(l));
    rows.push({ doc: f.doc, line: f.line, text: f.text, path: f.path, by, verdict: r.verdict, sugg: r.suggestion?.start ?? null, strength: r.suggestion?.strength ?? null, start: p.start, end: p.end, len: one.now.lines.length,
      rel: sup.relative(p.start), bits: sup.bits(p.start), total: sup.total, bestLine, bestBits: sup.bits(bestLine), bestAt: sup.at(bestLine), maxNear, adj: one.sentence.adjacent, dist, ndef: defs.length, defkind: defs[0]?.kind, enc, nnames: names.length, near0: near(0), near3: near(3), near10: near(10), near30: near(30), spot: one.now.lines[p.start - 1], frames: one.frames.length, by2: j.by, sentence: s.sentence.text, orig: f.verdict });
  }
}
writeFileSync("/tmp/w/feat.json", JSON.stringify(rows));
console.log(rows.length);
repo.close();
