// Turns measurements into findings: fresh while what they depend on is byte for byte what it was, else stale since the first
// commit that touched it. Nothing is measured again.

import { printAddress } from "../address.ts";
import type { Archive } from "../audit/archive.ts";
import type { Past } from "../audit/past.ts";
import type { Snapshot } from "../citation.ts";
import { type ClaimFinding, UNSAID } from "../claim.ts";
import type { NotesConfiguration } from "./configuration.ts";
import { brokenFinding, fingerprintOf } from "./finding.ts";
import { type Freshness, Gauge } from "./freshness.ts";
import { Line } from "./line.ts";
import { type Measurement, readMeasurements } from "./measurement.ts";

export interface JudgedMeasurement {
  readonly measurement: Measurement;
  /** Commits since that touched what it depends on. */
  readonly touches: number;
  readonly finding: ClaimFinding;
}

export interface JudgedMeasurements {
  readonly measurements: readonly JudgedMeasurement[];
  /** Of measurements, and of what is none. */
  readonly findings: readonly ClaimFinding[];
}

export interface MeasurementsAsked {
  readonly snapshot: Snapshot;
  readonly archive: Archive;
  /** The history behind the snapshot, where the archive was opened for it already. */
  readonly past?: Past;
  readonly configuration: NotesConfiguration;
}

/** Throws what reading git throws. */
export async function judgeMeasurements(asked: MeasurementsAsked): Promise<JudgedMeasurements> {
  const { snapshot, archive, configuration } = asked;
  const { measurements, broken } = await readMeasurements(snapshot, configuration);
  const judged: JudgedMeasurement[] = [];
  if (measurements.length > 0) {
    const past = asked.past ?? (await archive.open(snapshot));
    const gauge = new Gauge(new Line(past, snapshot, archive.repo, archive.trees), archive);
    for (const measurement of measurements) {
      const ruling = await gauge.rule(measurement);
      judged.push({ measurement, touches: ruling.touches, finding: findingOf(measurement, ruling, configuration) });
    }
  }
  const wrong = broken.map((each) => brokenFinding("measurement", each, configuration));
  return { measurements: judged, findings: [...wrong, ...judged.map(({ finding }) => finding)] };
}

/** The measurement that a claim rests on by its name; null where there is none. */
export function measurementNamed({ measurements }: JudgedMeasurements, name: string): JudgedMeasurement | null {
  return measurements.find(({ measurement }) => measurement.name === name) ?? null;
}

function findingOf(measurement: Measurement, ruling: Freshness, { failOn }: NotesConfiguration): ClaimFinding {
  const { name, doc, line, of, value, unit } = measurement;
  const figure = unit === "" ? String(value) : `${value} ${unit}`;
  const { verdict, says, born, broke, places } = ruling;
  return {
    ...UNSAID,
    kind: "measurement",
    address: printAddress({ noun: "measurement", name }),
    doc,
    line,
    column: 1,
    text: `${of === "" ? name : of}: ${figure}`,
    verdict,
    fails: failOn.has(verdict),
    says,
    stated: figure,
    places,
    born,
    broke,
    fingerprint: fingerprintOf(["measurement", name]),
  };
}
