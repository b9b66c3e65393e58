import { handoffFiles } from "../../loaders/report/extracts.ts";

// A file for each sheet: Framework takes those that pages name out of the archive, so one run makes them all.
process.stdout.write(await handoffFiles());
