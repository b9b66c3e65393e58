import { makeRepository } from "/work/main/test/support/repository.ts";
import { say } from "/work/main/test/support/stores.ts";
const code = Array.from({ length: 3000 }, (_, i) => `def routine_${i}(request): return settle_${i % 97}(request)`).join("\n") + "\n";
const N = Number(process.argv[2] ?? 10000);
const kinds: Record<string, (n: number) => Record<string, string>> = {
  own: (n) => ({ "docs/a.md": Array.from({ length: n }, (_, i) => `The routine \`routine_${i % 3000}\` (src/core.py:${(i % 3000) + 1}) settles.`).join("\n\n") }),
  one: (n) => ({ "docs/a.md": Array.from({ length: n }, (_, i) => `The routine \`routine_${i % 3000}\` (src/core.py:${(i % 3000) + 1}) settles.`).join("\n") }),
  row: (n) => ({ "docs/a.md": `| a | b |\n|---|---|\n| x | ${Array.from({ length: n }, (_, i) => `\`src/core.py:${(i % 3000) + 1}\``).join(", ")} |\n` }),
  rowcells: (n) => ({ "docs/a.md": `| a | b |\n|---|---|\n| ${Array.from({ length: n }, (_, i) => `src/core.py:${(i % 3000) + 1}`).join(" | ")} |\n` }),
  same: (n) => ({ "docs/a.md": Array.from({ length: n }, () => `The routine \`routine_5\` (src/core.py:6) settles.`).join("\n\n") }),
  sameone: (n) => ({ "docs/a.md": Array.from({ length: n }, () => `The routine \`routine_5\` (src/core.py:6) settles.`).join("\n") }),
  cont: (n) => ({ "docs/a.md": `src/core.py:1, ${Array.from({ length: n }, (_, i) => `:${(i % 3000) + 1}`).join(", ")}` }),
  spans: (n) => ({ "docs/a.md": `src/core.py:${Array.from({ length: n }, (_, i) => (i % 3000) + 1).join(",")}` }),
  comment: (n) => ({ "src/b.py": Array.from({ length: n }, (_, i) => `# The routine routine_${i % 3000} (core.py:${(i % 3000) + 1}) settles.`).join("\n") + "\n" }),
  ignored: (n) => ({ "docs/a.md": Array.from({ length: n }, (_, i) => `The routine (src/core.py:${(i % 3000) + 1}) settles. <!-- binnacle-ignore: no -->`).join("\n\n") }),
  missing: (n) => ({ "docs/a.md": Array.from({ length: n }, (_, i) => `The routine src/core${i}.py:${(i % 3000) + 1} settles.`).join("\n\n") }),
  ambig: (n) => ({ ...Object.fromEntries(Array.from({length:400},(_,i)=>[`p${i}/util.py`,code.slice(0,300)])), "docs/a.md": Array.from({ length: n }, (_, i) => `The routine util.py:${(i % 3) + 1} settles.`).join("\n\n") }),
  gone: (n) => ({ "docs/a.md": Array.from({ length: n }, (_, i) => `The routine settles src/old.py:${(i % 3) + 1} here.`).join("\n\n") }),
  symbols: (n) => ({ "docs/a.md": Array.from({ length: n }, (_, i) => `Look at src/core.py::routine_${i} for it.`).join("\n\n") }),
  loose: (n) => ({ "docs/a.md": Array.from({ length: n }, (_, i) => `Look at (:${i + 1}) for it.`).join("\n\n") }),
  docs: (n) => Object.fromEntries(Array.from({length:n},(_,i)=>[`docs/d${i}.md`, `The routine \`routine_${i % 3000}\` (src/core.py:${(i % 3000) + 1}) settles.`])),
};
for (const [kind, make] of Object.entries(kinds)) {
  if (process.argv[3] && !process.argv[3].split(",").includes(kind)) continue;
  const files = make(N);
  const mod = code.replace("\n", "\n# a\n# b\n");
  const built = makeRepository([{ files: { "src/core.py": code, "src/old.py": "a\nb\nc\n", ...files }, message: "a" }, { files: { "src/core.py": mod, "src/old.py": null, }, message: "b" }, { files: Object.fromEntries(Object.entries(files).slice(0,1).map(([k,v])=>[k, `\nAn intro.\n\n${v}`])), message: "c" }], { bare: true });
  const t = process.cpuUsage();
  const w = Date.now();
  try {
    const { out } = await say("audit", "--repo", built.dir, ...(process.argv[4] ? ["--format", process.argv[4]] : []));
    const u = process.cpuUsage(t);
    console.log(kind.padEnd(10), N, ((u.user + u.system) / 1e6).toFixed(2), "s cpu", Date.now() - w, "ms", Math.round(process.memoryUsage().rss / 2 ** 20), "MB", out.length);
  } catch (e) { console.log(kind, "ERR", (e as Error).stack?.slice(0, 600)); }
  built.cleanup();
}
