import { citationFiles } from "../../loaders/report/extracts.ts";

// Details by chunk: Framework takes the files that the page names out of the archive, so one run makes them all.
process.stdout.write(await citationFiles());
