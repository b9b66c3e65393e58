// The settings for Framework's own commands in a checkout: `npm run dev` previews src/, whose data loaders make sure
// that the store is current. The command line's `notebook` and `dev` run Framework elsewhere with the same settings,
// and know the contracts that get a page, as a plain `observable build` does not.

import { fileURLToPath } from "node:url";
import { tsImport } from "tsx/esm/api";

const { answerVersionLookups, frameworkSettings } = await tsImport("./loaders/notebook/settings.ts", import.meta.url);
const pages = fileURLToPath(new URL("./src", import.meta.url));

process.env.OBSERVABLE_TELEMETRY_DISABLE = "1";
answerVersionLookups(fileURLToPath(new URL("./node_modules/@observablehq/framework", import.meta.url)), pages);

export default {
  root: "src",
  output: "dist/notebook",
  ...frameworkSettings({
    pages,
    loader: [process.execPath, "--import", import.meta.resolve("tsx")],
    preview: process.argv.includes("preview"),
  }),
};
