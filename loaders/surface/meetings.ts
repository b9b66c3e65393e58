// Turns sites and answerers into who meets whom: for each class that sends and each class that is asked, which names are
// answered and which would park their caller. Any pairing is possible unless a profile says, with evidence, that it is not.

import { groupBy } from "../group.ts";
import type { Answerer, Layer, Meeting, Site } from "../model.ts";

/** Meetings by broadcaster in order of first site, answerers as asked, names in order. */
export function findMeetings(
  layer: Layer,
  sites: readonly Site[],
  answerers: readonly Answerer[],
  asked: readonly string[],
): Meeting[] {
  const meetings: Meeting[] = [];
  const answers = new Set(answerers.filter((each) => each.replies).map((each) => `${each.class}\n${each.of}`));
  const silent = new Set(answerers.filter((each) => !each.replies).map((each) => `${each.class}\n${each.of}`));
  const named = sites.filter((site) => site.name !== null);
  for (const [broadcaster, sent] of groupBy(named, (site) => site.class ?? site.path)) {
    for (const answerer of asked) {
      for (const [of, same] of [...groupBy(sent, (site) => site.name as string)].toSorted(([a], [b]) =>
        a < b ? -1 : 1,
      )) {
        const key = `${answerer}\n${of}`;
        const waited = same.some((site) => site.wait !== false);
        const outcome = answers.has(key) || (silent.has(key) && !waited) ? "answered" : missed(layer, waited);
        meetings.push({ layer: layer.name, broadcaster, answerer, of, outcome });
      }
    }
  }
  return meetings;
}

/** What an unanswered name does to its caller. An error that comes back reaches only a caller that waits for it. */
export function missed(layer: Layer, waited: boolean): Meeting["outcome"] {
  if (layer.miss === "raise" || (layer.miss === "error" && waited)) return "raises";
  return waited ? "parks" : "skipped";
}

/** Whether a name's state is one of those in which nobody answers it. */
export function isUnanswered(state: string): boolean {
  return state === "parks" || state === "raises" || state === "skipped";
}
