import { extract } from "../../loaders/report/extracts.ts";

process.stdout.write(JSON.stringify(await extract("effort")));
