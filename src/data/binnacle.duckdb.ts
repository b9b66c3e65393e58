import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";

// The page's database is the store itself, byte for byte.
await pipeline(createReadStream(process.env.BINNACLE_STORE ?? ""), process.stdout);
