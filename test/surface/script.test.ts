// The surface of small Electron apps: one trap each, and the whole of one app with its counts and its history.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { walkLine } from "../../loaders/git/history.ts";
import { openRepository } from "../../loaders/git/repository.ts";
import type { Profile, Surface } from "../../loaders/model.ts";
import { deriveSurface } from "../../loaders/surface/derive.ts";
import { parseProfile, shippedProfile } from "../../loaders/surface/profile.ts";
import { SurfaceWalk } from "../../loaders/surface/walk.ts";
import { loadGrammars } from "../../loaders/syntax/grammar.ts";
import { type BuiltRepository, makeRepository } from "../support/repository.ts";
import { treeOf } from "./trees.ts";

const PROFILE: Profile = parseProfile(
  `
name: app
layers:
  - name: ask
    dispatch:
      - { callee: invoke, receivers: [ipcRenderer], name: { argument: 0 }, wait: true }
      - { callee: send, receivers: [ipcRenderer], name: { argument: 0 }, wait: false }
    answer:
      - { kind: calls, callee: handle, receivers: [ipcMain, hub], name: { argument: 0 }, party: main }
      - { kind: calls, callee: "on", receivers: [ipcMain, hub], name: { argument: 0 }, party: main }
    miss: error
  - name: tell
    dispatch:
      - { callee: send, receivers: [hub, "*.webContents"], classes: [Hub], name: { argument: 0 }, wait: false }
    answer:
      - { kind: calls, callee: "on", receivers: [ipcRenderer], name: { argument: 0 }, party: page }
      - { kind: calls, callee: listen, receivers: [window.app], name: { argument: 0 }, via: channels, party: page }
    miss: drop
`,
  "app.yaml",
);

const CHANNELS = "export enum Ch { A = 'a', B = 'b', C = 'c' }\n";

before(() => loadGrammars(["typescript", "tsx", "javascript"]));

function surface(files: Readonly<Record<string, string>>): Surface {
  return deriveSurface(treeOf({ "src/ch.ts": CHANNELS, ...files }), PROFILE);
}

function sent(found: Surface): string[] {
  return found.sites.map((site) => `${site.name} ${site.path.replace("src/", "")}:${site.line} ${site.function}`);
}

function answered(found: Surface): string[] {
  return found.answerers.map((each) => `${each.of} ${each.path.replace("src/", "")}:${each.line} ${each.function}`);
}

function lost(found: Surface): string[] {
  return found.dropped.map((each) => `${each.reason} ${each.text}`);
}

test("a channel is resolved through an enum, a constant, an object, a re-export, a namespace and a default import", () => {
  const found = surface({
    "src/one.ts": "export const ONE = 'one';\nconst T = { two: `two` } as const;\nexport default T;\n",
    "src/index.ts": "export { ONE as UNO } from './one';\nexport * from './ch';\n",
    "src/a.ts": [
      "import { ipcRenderer } from 'electron';",
      "import { UNO, Ch as Channel } from '.';",
      "import * as all from './ch';",
      "import table from './one';",
      "const three = 'three';",
      "ipcRenderer.send(UNO);",
      "ipcRenderer.send(Channel.A);",
      "ipcRenderer.send(all.Ch.B);",
      "ipcRenderer.send(table.two);",
      "ipcRenderer.send(three);",
      "ipcRenderer.send(unheard.of);",
    ].join("\n"),
  });
  assert.deepEqual(
    found.sites.map((site) => site.name),
    ["one", "a", "b", "two", "three", null],
  );
  assert.deepEqual(lost(found), ["non-literal-name unheard.of"]);
});

test("a CommonJS module's exports are constants too", () => {
  const found = surface({
    "src/names.js": "const OPEN = 'open';\nmodule.exports = { OPEN, shut: 'shut' };\nexports.more = 'more';\n",
    "src/a.js": [
      "const { ipcRenderer } = require('electron');",
      "const { OPEN } = require('./names');",
      "const names = require('./names');",
      "function go() { ipcRenderer.send(OPEN); ipcRenderer.send(names.shut); ipcRenderer.send(names.more); }",
    ].join("\n"),
  });
  assert.deepEqual(sent(found), ["open a.js:4 go", "shut a.js:4 go", "more a.js:4 go"]);
});

test("`event || Ch.A` may be A, and may be whatever the callers give", () => {
  const found = surface({
    "src/a.ts": [
      "import { hub } from './hub';",
      "import { Ch } from './ch';",
      "export function save(event?: Ch) {",
      "  hub.send(event || Ch.A);",
      "}",
    ].join("\n"),
    "src/b.ts":
      "import { save } from './a';\nimport { Ch } from './ch';\nexport const menu = { click: () => save(Ch.B) };\n",
  });
  assert.deepEqual(sent(found), ["b a.ts:4 save", "a a.ts:4 save"]);
  assert.deepEqual(lost(found), []);
});

test("a parameter is what the function's own callers give; without any it is forwarded", () => {
  const found = surface({
    "src/a.ts": [
      "import { hub } from './hub';",
      "import { Ch } from './ch';",
      "async function task(type: Ch, by = 1) { hub.send(type, by); }",
      "async function lone(type: Ch) { hub.send(type); }",
      "const run = () => { task(Ch.B, 2); };",
      "class Other { task(type: Ch) {} go() { this.task(Ch.C); } }",
    ].join("\n"),
  });
  assert.deepEqual(sent(found), ["b a.ts:3 task"]);
  assert.deepEqual(lost(found), ["forwarded-name type"]);
});

test("a reassigned variable is what it was assigned last, and either of two branches", () => {
  const found = surface({
    "src/a.ts": [
      "import { ipcRenderer } from 'electron';",
      "import { Ch } from './ch';",
      "export function go(x: boolean) {",
      "  let event = Ch.A;",
      "  ipcRenderer.on(event, () => {});",
      "  event = Ch.B;",
      "  ipcRenderer.on(event, () => {});",
      "  let other;",
      "  if (x) other = Ch.A; else other = Ch.C;",
      "  ipcRenderer.send(other);",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(answered(found), ["a a.ts:5 go", "b a.ts:7 go"]);
  assert.deepEqual(sent(found), ["a a.ts:10 go", "c a.ts:10 go"]);
});

test("a name that is made of itself ends", () => {
  const found = surface({
    "src/a.ts":
      "import { hub } from './hub';\nlet ch = 'x';\nch = ch || other;\nlet other = ch ?? other;\nhub.send(ch || other);\n",
  });
  assert.deepEqual(
    found.sites.map((site) => site.name),
    ["x"],
  );
});

test("a loop over a list registers each name, unless its handler only emits the name again", () => {
  const found = surface({
    "src/a.ts": [
      "import { ipcMain } from 'electron';",
      "import { Ch } from './ch';",
      "const allowed = [Ch.A, Ch.B] as const;",
      "class Hub extends EventEmitter {",
      "  constructor() {",
      "    super();",
      "    allowed.forEach((name) => {",
      "      ipcMain.removeAllListeners(name);",
      "      ipcMain.on(name, (...args) => this.emit(name, ...args));",
      "    });",
      "  }",
      "}",
      "for (const name of allowed) ipcMain.on(name, log);",
    ].join("\n"),
  });
  assert.deepEqual(answered(found), ["a a.ts:13 <module>", "b a.ts:13 <module>"]);
});

test("an alias of a receiver is the receiver, whether a variable, an import or an attribute", () => {
  const found = surface({
    "src/hub.ts": "class Hub {}\nexport const hub = new Hub();\nexport default hub;\n",
    "src/a.ts": [
      "import { hub as main } from './hub';",
      "import box from './hub';",
      "const ipc = main;",
      "class View {",
      "  private line = ipc;",
      "  go(hub: Other, at: Hub) { ipc.send('a'); box.send('b'); this.line.send('c'); at.send('d'); }",
      "}",
      "const own = new Hub();",
      "own.send('e');",
      "function not(main: Other) { main.send('no'); }",
    ].join("\n"),
  });
  assert.deepEqual(sent(found), [
    "a a.ts:6 View.go",
    "b a.ts:6 View.go",
    "c a.ts:6 View.go",
    "d a.ts:6 View.go",
    "e a.ts:9 <module>",
  ]);
});

test("what a hub sends on for others is forwarded and no site; what it sends itself is one", () => {
  const found = surface({
    "src/hub.ts": [
      "class Hub {",
      "  queue: [string][] = [];",
      "  constructor() { for (const item of this.queue) this.send(item[0]); this.send('ready'); }",
      "  send(channel: Ch, target?: WebContents) { if (!target) this.sendOne(channel, window.webContents); }",
      "  sendOne(channel: Ch, win: Window) { win.webContents.send(channel); }",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(sent(found), ["ready hub.ts:3 Hub.constructor"]);
  assert.deepEqual(lost(found), ["forwarded-name item[0]", "forwarded-name channel"]);
});

test("a handler by a table's key answers the table's value; the wrapper that looks it up answers nothing", () => {
  const found = surface({
    "src/preload.ts": [
      "import { ipcRenderer } from 'electron';",
      "import { Ch } from './ch';",
      "const channels: Record<string, Ch> = { 'on-a': Ch.A, 'on-b': Ch.B };",
      "function listen(type: string, f: () => void) {",
      "  const channel = channels[type];",
      "  if (channel) ipcRenderer.on(channel, f);",
      "}",
      "expose('app', { listen });",
    ].join("\n"),
    "src/page.tsx":
      "const api = window.app;\nwindow.app.listen('on-a', () => <a/>);\nfunction P() { api.listen('on-x', f); api.listen('on-b', f); }\n",
  });
  assert.deepEqual(answered(found), ["a page.tsx:2 <module>", "b page.tsx:3 P"]);
});

test("a handler that is taken away, and a listener of something else, answer nothing", () => {
  const found = surface({
    "src/a.ts":
      "import { ipcMain, app } from 'electron';\nipcMain.removeListener('a', f);\nipcMain.off('a', f);\nipcMain.removeHandler('a');\napp.on('a', f);\n",
  });
  assert.deepEqual(answered(found), []);
});

test("a site tells its function, its use and its conditions, a product its handler's keys", () => {
  const found = surface({
    "src/a.ts": [
      "import { ipcRenderer, ipcMain } from 'electron';",
      "async function load(ok: boolean) {",
      "  if (!ok) return;",
      "  const { size } = await ipcRenderer.invoke('stat');",
      "}",
      "expose({ stat: () => ipcRenderer.invoke('stat') });",
      "ipcMain.handle('stat', (event, path) => ({ size: 1, path }));",
      "ipcMain.handle('more', answer);",
      "function answer() { return { more: true }; }",
    ].join("\n"),
  });
  assert.deepEqual(
    found.sites.map((site) => [site.function, site.use, site.arity, site.wait, site.conditions.join()]),
    [
      ["load", "unpacked", 1, true, "ok"],
      ["<module>.stat", "returned", 1, true, ""],
    ],
  );
  assert.deepEqual(
    found.products.map((each) => `${each.of} ${each.shape} ${each.keys} ${each.line}`),
    ["stat keys size,path 7", "more keys more 9"],
  );
  assert.deepEqual(
    found.reads.map((each) => `${each.of} ${each.key} ${each.required} ${each.line}`),
    ["stat size true 4"],
  );
  assert.deepEqual(
    found.meetings.map((each) => `${each.broadcaster} ${each.answerer} ${each.of} ${each.outcome}`),
    ["src/a.ts main stat answered"],
  );
});

// ── a whole app, told as five commits, under the shipped profile ─────────────────────────────────────────────────────

const EVENTS = `export enum IpcEvents {
  OPEN = 'OPEN',
  SAVE = 'SAVE',
  VERSION = 'VERSION',
  QUIT = 'QUIT',
  SPARE = 'SPARE',
}
export const READY = 'READY';
export const ipcMainEvents = [IpcEvents.QUIT];
`;
const MANAGER = `import { EventEmitter } from 'node:events';
import { ipcMain } from 'electron';
import { READY, ipcMainEvents } from '../ipc-events';
class IpcMainManager extends EventEmitter {
  constructor() {
    super();
    ipcMainEvents.forEach((name) => {
      ipcMain.on(name, (event, ...args) => this.emit(name, event, ...args));
    });
    ipcMain.on(READY, () => {});
  }
  send(channel, args, target) {
    target.send(channel, ...args);
  }
  handle(channel, listener) {
    ipcMain.handle(channel, listener);
  }
}
export const ipcMainManager = new IpcMainManager();
`;
const MAIN = `import { IpcEvents } from '../ipc-events';
import { ipcMainManager } from './ipc';
export function setup() {
  ipcMainManager.on(IpcEvents.QUIT, () => app.quit());
  menu({ click: () => ipcMainManager.send(IpcEvents.OPEN, []) });
  ipcMainManager.send(IpcEvents.SAVE, []);
}
`;
const HANDLE = `import { IpcEvents } from '../ipc-events';
import { ipcMainManager as manager } from './ipc';
manager.handle(IpcEvents.VERSION, () => '1.0');
`;
const PRELOAD = `import { ipcRenderer } from 'electron';
import { IpcEvents, READY } from '../ipc-events';
const channelMapping = { 'open': IpcEvents.OPEN, 'save': IpcEvents.SAVE };
function addEventListener(type, listener) {
  const channel = channelMapping[type];
  ipcRenderer.on(channel, listener);
}
expose('ElectronFiddle', {
  addEventListener,
  quit() { ipcRenderer.send(IpcEvents.QUIT); },
  ready() { ipcRenderer.send(READY); },
  version: () => ipcRenderer.invoke(IpcEvents.VERSION),
});
`;
const PAGE = `export const Page = () => {
  window.ElectronFiddle.addEventListener('open', () => {});
  window.ElectronFiddle.addEventListener('save', () => {});
  return <p>it's a page</p>;
};
`;

let app: BuiltRepository;

before(() => {
  app = makeRepository([
    {
      message: "Start (#1)",
      files: { "src/ipc-events.ts": EVENTS, "src/main/ipc.ts": MANAGER, "src/main/main.ts": MAIN },
    },
    { message: "Show a page (#2)", files: { "src/preload/preload.ts": PRELOAD, "src/renderer/page.tsx": PAGE } },
    { message: "Answer for the version (#3)", files: { "src/main/version.ts": HANDLE } },
    {
      message: "Move the names (#4)",
      files: {
        "src/ipc-events.ts": null,
        "src/ipc/ipc-events.ts": EVENTS,
        "src/main/ipc.ts": MANAGER.replace("../ipc-events", "../ipc/ipc-events"),
        "src/main/main.ts": MAIN.replace("../ipc-events", "../ipc/ipc-events"),
        "src/main/version.ts": HANDLE.replace("../ipc-events", "../ipc/ipc-events"),
        "src/preload/preload.ts": PRELOAD.replace("../ipc-events", "../ipc/ipc-events"),
      },
    },
    { message: "Forget to save (#5)", files: { "src/renderer/page.tsx": PAGE.replace(/.*'save'.*\n/, "") } },
  ]);
});

after(() => app.cleanup());

test("an app's sends and handlers are counted, and channels nobody handles are found in its history", async () => {
  const repo = await openRepository(app.dir);
  const { commits } = await walkLine(repo, await repo.resolve("HEAD"));
  const walk = new SurfaceWalk(repo, shippedProfile("electron-fiddle"));
  const told: string[] = [];
  for (const commit of commits) {
    const { surface: found } = await walk.step(commit.tree);
    const handled = new Set(found.answerers.map((each) => `${each.layer} ${each.of}`));
    const missed = found.sites.filter((site) => !handled.has(`${site.layer} ${site.name}`)).map((site) => site.name);
    told.push(`${found.sites.length} sent, ${found.answerers.length} handled, missing ${missed.join(" ") || "none"}`);
    assert.deepEqual(
      found.sites.filter((site) => site.name === null),
      [],
    );
  }
  assert.deepEqual(told, [
    "2 sent, 2 handled, missing OPEN SAVE",
    "5 sent, 4 handled, missing VERSION",
    "5 sent, 5 handled, missing none",
    "5 sent, 5 handled, missing none",
    "5 sent, 4 handled, missing SAVE",
  ]);
});

test("the walk gives at each commit what a fresh look at its tree gives", async () => {
  const repo = await openRepository(app.dir);
  const { commits } = await walkLine(repo, await repo.resolve("HEAD"));
  const profile = shippedProfile("electron-fiddle");
  const walk = new SurfaceWalk(repo, profile);
  for (const commit of commits) {
    const { surface: stepped } = await walk.step(commit.tree);
    const fresh = new SurfaceWalk(repo, profile);
    await fresh.goTo(commit.tree);
    assert.deepEqual(stepped, fresh.surface());
  }
});
