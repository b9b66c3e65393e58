// Hands a page what it needs of the store: here a number, and the store's first line.
import { readFileSync } from "node:fs";
import { value } from "./value.ts";

process.stdout.write(JSON.stringify({ value, store: readFileSync(process.env.BINNACLE_STORE!, "utf8").trim() }));
