// Holds the store to its promise to lose nothing: whatever happens to a run or to a file, the last good store stays, and
// the reason is said in words.

import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { openRepository } from "../../loaders/git/repository.ts";
import { ingest } from "../../loaders/ingest.ts";
import { Database, replaceStore } from "../../loaders/store/database.ts";
import { takeLock } from "../../loaders/store/lock.ts";
import { SCHEMA } from "../../loaders/version.ts";
import { type BuiltRepository, gitEnvironment, makeRepository } from "../support/repository.ts";
import {
  ask,
  BINNACLE,
  binnacle,
  cleanFolders,
  dump,
  folder,
  ingestAt,
  PROFILE_TEXT,
  plans,
  ROOT,
} from "../support/stores.ts";

const COUNT = 120;
let repository: BuiltRepository;
let half: string;
let profile: string;
const started: ChildProcess[] = [];
before(async () => {
  repository = makeRepository(plans(COUNT));
  half = join(folder(), "half.duckdb");
  profile = join(folder(), "small.yaml");
  writeFileSync(profile, PROFILE_TEXT);
  await ingestAt(repository.dir, half, { branch: repository.oids[9]! });
});
after(() => {
  for (const child of started) child.kill("SIGKILL");
  repository.cleanup();
  cleanFolders();
});

/** A copy of the store of the first ten commits, in a folder of its own. */
function stored(): string {
  const store = join(folder(), "notebook.duckdb");
  cpSync(half, store);
  return store;
}

/** Starts a run and stops it dead while it writes: it lives, and does not go on. */
async function halted(store: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [BINNACLE, "ingest", repository.dir, "--profile", profile, "--store", store], {
    env: gitEnvironment(),
    stdio: "ignore",
  });
  started.push(child);
  const ended = new Promise<never>((_, reject) =>
    child.once("exit", () => reject(new Error("the run ended before it could be stopped"))),
  );
  ended.catch(() => {});
  const draft = async () => {
    while (!existsSync(`${store}.${child.pid}.draft`)) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await Promise.race([draft(), ended]);
  child.kill("SIGSTOP");
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

const notWindows = process.platform === "win32" ? "signals" : false;

describe("one writer, many readers", { skip: notWindows }, () => {
  test("a second run says which process writes, readers read the old file, and after a kill the next run goes on", async () => {
    const store = stored();
    const old = await dump(store);
    const child = await halted(store);
    await assert.rejects(ingestAt(repository.dir, store), {
      code: "store-busy",
      message: `${store}: the store is being written by process ${child.pid}. Wait for it, or pass --store elsewhere.duckdb.`,
    });
    assert.deepEqual(await dump(store), old, "a reader sees the old file");
    const said = binnacle(["ingest", repository.dir, "--profile", profile, "--store", store]);
    assert.equal(said.status, 2);
    assert.match(said.stderr, new RegExp(`^binnacle: .*being written by process ${child.pid}\\. `));
    await killed(child);
    assert.deepEqual(await dump(store), old, "the killed run changed nothing");
    assert.ok(
      readdirSync(join(store, "..")).some((name) => name.endsWith(".draft")),
      "it left its draft",
    );
    const next = await ingestAt(repository.dir, store, { branch: repository.oids[20]! });
    assert.equal(next.walked, 11);
    const fresh = join(folder(), "fresh.duckdb");
    await ingestAt(repository.dir, fresh, { branch: repository.oids[20]! });
    assert.deepEqual(await dump(store), await dump(fresh));
    assert.deepEqual(
      readdirSync(join(store, "..")).sort(),
      ["notebook.duckdb", "notebook.duckdb.stamp", "notebook.facts.duckdb"],
      "nothing is left over",
    );
  });

  test("a run that is killed before there was a store leaves none, and the next makes it", async () => {
    const store = join(folder(), "notebook.duckdb");
    const child = await halted(store);
    await killed(child);
    assert.equal(existsSync(store), false);
    assert.equal((await ingestAt(repository.dir, store, { branch: repository.oids[3]! })).commits, 4);
  });

  test("two runs of one process do not take each other for dead", async () => {
    const store = stored();
    const runs = await Promise.allSettled([
      ingestAt(repository.dir, store, { branch: repository.oids[12]! }),
      ingestAt(repository.dir, store, { branch: repository.oids[12]! }),
    ]);
    const busy = runs.filter((run) => run.status === "rejected");
    assert.equal(busy.length, 1);
    assert.equal(busy[0]?.reason.code, "store-busy");
    assert.match(busy[0]?.reason.message, /which is this one/);
  });
});

describe("a lock", () => {
  const take = (content: string) => {
    const path = join(folder(), "s.duckdb");
    writeFileSync(`${path}.lock`, content);
    return () => takeLock(path);
  };

  test("of a process that is gone, or of one that began later under the same number, is taken over", () => {
    const gone = spawnSync(process.execPath, ["--version"]).pid;
    take(`${gone}\n${hostname()}\n\n`)()();
    if (existsSync("/proc/1/stat")) take(`1\n${hostname()}\n987654321\n`)()();
  });

  test("of a living process, of another machine, or being written right now, is not", () => {
    assert.throws(take(`${process.ppid}\n${hostname()}\n\n`), {
      code: "store-busy",
      message: new RegExp(`by process ${process.ppid}\\.`),
    });
    assert.throws(take("4120\nelsewhere.invalid\n\n"), {
      code: "store-busy",
      message: /by process 4120 of elsewhere\.invalid \(if it is gone, remove .*\.lock\)/,
    });
    assert.throws(take(""), { code: "store-busy" });
  });
});

describe("a place that cannot be written", () => {
  test("a folder that does not exist is made", async () => {
    const store = join(folder(), "a", "b", "s.duckdb");
    assert.equal((await ingestAt(repository.dir, store, { branch: repository.oids[0]! })).commits, 1);
  });

  test("a path below a file is refused in words", async () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    await assert.rejects(ingestAt(repository.dir, join(file, "s.duckdb")), {
      code: "bad-usage",
      message: /s\.duckdb cannot be written \(E\w+\)\. Pass --store/,
    });
  });

  test("a folder in the store's place is refused in words and stays", async () => {
    const place = join(folder(), "s.duckdb");
    mkdirSync(place);
    await assert.rejects(ingestAt(repository.dir, place), { code: /store-corrupt|bad-usage/, message: /Pass|pass/ });
    assert.ok(statSync(place).isDirectory());
  });

  test("a read-only folder is refused in words, and its store can still be read", { skip: notWindows }, () => {
    const dir = folder();
    const store = join(dir, "s.duckdb");
    cpSync(half, store);
    chmodSync(dir, 0o555);
    const code = `import { replaceStore, Database } from ${JSON.stringify(join(ROOT, "loaders/store/database.ts"))};
      const database = await Database.read(${JSON.stringify(store)});
      console.log((await database.query('SELECT count(*) FROM "commit"')).rows[0][0]);
      database.close();
      try { await replaceStore(${JSON.stringify(store)}, () => false, async () => {}); } catch (thrown) { console.log(thrown.code, thrown.message); }`;
    // Root may write anywhere, so the run is somebody else's.
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    const said = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
      cwd: ROOT,
      encoding: "utf8",
      env: { ...process.env, HOME: dir },
      ...user,
    });
    chmodSync(dir, 0o755);
    assert.equal(
      said.stdout,
      `10\nbad-usage ${store} cannot be written (EACCES). Pass --store elsewhere.duckdb.\n`,
      said.stderr,
    );
  });
});

describe("a full disk", () => {
  /** A file system of four megabytes; only root may make one. */
  const mounted = folder();
  const root =
    process.platform === "linux" &&
    process.getuid?.() === 0 &&
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", mounted]).status === 0;
  after(() => {
    if (root) execFileSync("umount", ["-l", mounted]);
  });

  test("keeps the last good store and says so", {
    skip: root ? false : "mounting a small file system takes root",
  }, async () => {
    const store = join(mounted, "s.duckdb");
    const fill = async (rows: number) =>
      replaceStore(
        store,
        () => true,
        async (database) => {
          await database.run("CREATE TABLE t AS SELECT md5(range::VARCHAR) AS word FROM range(0)");
          await database.append(
            "t",
            Array.from({ length: rows }, (_, at) => ({ word: `${Math.sin(at)} ${Math.cos(at)}` })),
          );
        },
      );
    await fill(10);
    await assert.rejects(fill(400_000), {
      code: "disk-full",
      message: `${store}: the disk is full. The last good store is kept. Make room, or pass --store elsewhere.duckdb.`,
    });
    assert.deepEqual(await ask(store, "SELECT count(*)::INTEGER AS n FROM t"), [{ n: 10 }]);
    assert.deepEqual(readdirSync(mounted), ["s.duckdb"], "neither lock nor draft is left");
    try {
      writeFileSync(join(mounted, "rest"), Buffer.alloc(2 ** 22));
    } catch {
      // Now nothing fits any more, not even a lock's line.
    }
    await assert.rejects(fill(10), { code: "disk-full" });
    rmSync(join(mounted, "rest"));
    await fill(20);
    assert.deepEqual(await ask(store, "SELECT count(*)::INTEGER AS n FROM t"), [{ n: 20 }]);
  });

  test("a limit on a file's size, which every system has, is a full disk too", { skip: notWindows }, () => {
    const store = stored();
    const bytes = readFileSync(store);
    const code = `import { replaceStore } from ${JSON.stringify(join(ROOT, "loaders/store/database.ts"))};
      try { await replaceStore(${JSON.stringify(store)}, () => true, async (database) => {
        await database.run("CREATE TABLE t (word VARCHAR)");
        await database.append("t", Array.from({ length: 300000 }, (_, at) => ({ word: Math.sin(at) + " " + Math.cos(at) })));
      }); } catch (thrown) { console.log(thrown.code); }`;
    const said = spawnSync(
      "bash",
      [
        "-c",
        `trap "" XFSZ; ulimit -f 1024; exec "$0" --import tsx --input-type=module -e "$1"`,
        process.execPath,
        code,
      ],
      { cwd: ROOT, encoding: "utf8" },
    );
    assert.equal(said.stdout, "disk-full\n", said.stderr);
    assert.deepEqual(readFileSync(store), bytes);
  });
});

describe("a store that is not ours to change", () => {
  async function change(store: string, sql: string): Promise<void> {
    const database = await Database.write(store);
    await database.run(sql);
    await database.run("USE memory; DETACH store");
    database.close();
  }

  test("one of a newer schema is refused in words", async () => {
    const store = stored();
    await change(store, `UPDATE meta SET value = '${SCHEMA + 7}' WHERE "key" = 'schema'`);
    const bytes = readFileSync(store);
    const newer = {
      code: "store-newer",
      message: `${store}: this store is of a newer Binnacle (schema ${SCHEMA + 7}; this one reads ${SCHEMA}). Upgrade, or pass --store elsewhere.duckdb.`,
    };
    await assert.rejects(ingestAt(repository.dir, store), newer);
    assert.deepEqual(readFileSync(store), bytes);
  });

  test("one of an older schema is made anew", async () => {
    const store = stored();
    await change(store, `UPDATE meta SET value = '0' WHERE "key" = 'schema'; DROP TABLE "commit"`);
    assert.equal((await ingestAt(repository.dir, store, { branch: repository.oids[9]! })).walked, 10);
    assert.deepEqual(await dump(store), await dump(half));
  });

  test("a database of something else is never written over", async () => {
    const store = join(folder(), "work.duckdb");
    await replaceStore(
      store,
      () => true,
      (database) => database.run("CREATE TABLE orders (id INTEGER); CREATE TABLE meta (a INTEGER)"),
    );
    const bytes = readFileSync(store);
    await assert.rejects(ingestAt(repository.dir, store), {
      code: "store-corrupt",
      message: /found a database of something else, with 2 tables\. Nothing is changed/,
    });
    assert.deepEqual(readFileSync(store), bytes);
  });

  test("a damaged store is named and left as it is, wherever the damage sits", async () => {
    const cut = stored();
    truncateSync(cut, 5000);
    const text = join(folder(), "README.md");
    writeFileSync(text, "# Not a store\n");
    const empty = join(folder(), "empty.duckdb");
    writeFileSync(empty, "");
    const inside = stored();
    const file = openSync(inside, "r+");
    for (let at = 16384; at < statSync(inside).size; at += 4096) writeSync(file, Buffer.alloc(512, 0xa5), 0, 512, at);
    for (const store of [cut, text, inside]) {
      const bytes = readFileSync(store);
      await assert.rejects(ingestAt(repository.dir, store), (thrown: { code: string; message: string }) => {
        assert.equal(thrown.code, "store-corrupt", thrown.message);
        assert.match(thrown.message, /^\S+: .*Nothing is changed\. Remove it, or pass --store/);
        assert.equal(thrown.message.includes("\n"), false);
        return true;
      });
      assert.deepEqual(readFileSync(store), bytes, store);
    }
  });

  test("damage in any one block is told as damage, or does not matter", async () => {
    const whole = await dump(half);
    const told = new Set<string>();
    for (let at = 12_288 + 1000; at < statSync(half).size; at += 16_384) {
      const store = stored();
      const file = openSync(store, "r+");
      writeSync(file, Buffer.alloc(64, 0xa5), 0, 64, at);
      closeSync(file);
      await dump(store).then(
        (rows) => assert.deepEqual(rows, whole),
        (thrown: { code: string; message: string }) => {
          assert.equal(thrown.code, "store-corrupt", thrown.message);
          assert.ok(thrown.message.startsWith(`${store}: expected a store, found`), thrown.message);
          told.add(String(at));
        },
      );
    }
    assert.ok(told.size > 3, `${told.size} blocks were missed`);
  });

  test("a damaged cache of facts is made again without a word", async () => {
    const store = join(folder(), "s.duckdb");
    await ingestAt(repository.dir, store, { branch: repository.oids[9]! });
    const wanted = await dump(store);
    const facts = store.replace(".duckdb", ".facts.duckdb");
    const size = statSync(facts).size;
    for (const damage of [
      () => writeFileSync(facts, "rubbish"),
      () => truncateSync(facts, 6000),
      () => rmSync(facts),
      () => writeFileSync(facts, ""),
    ]) {
      rmSync(store);
      damage();
      const done = await ingestAt(repository.dir, store, { branch: repository.oids[9]! });
      assert.deepEqual(done.warnings, []);
      assert.ok(done.parsedBytes > 0);
      assert.deepEqual(await dump(store), wanted);
      assert.equal(statSync(facts).size, size, "it is there again");
    }
    rmSync(store);
    assert.equal(
      (await ingestAt(repository.dir, store, { branch: repository.oids[9]! })).parsedBytes,
      0,
      "and it is used",
    );
  });
});

describe("a write that fails", () => {
  test("leaves the old store, no draft and no lock", async () => {
    const store = stored();
    const bytes = readFileSync(store);
    await assert.rejects(
      replaceStore(
        store,
        () => false,
        async (database) => {
          await database.run("DROP TABLE event; COMMIT; CHECKPOINT; BEGIN TRANSACTION");
          throw new Error("in the middle");
        },
      ),
      /in the middle/,
    );
    assert.deepEqual(readFileSync(store), bytes);
    assert.deepEqual(readdirSync(join(store, "..")), ["notebook.duckdb"]);
  });

  test("a reader that opened the old file reads on in it after it was replaced", { skip: notWindows }, async () => {
    const store = stored();
    const reader = await Database.read(store);
    const repo = await openRepository(repository.dir);
    const { parseProfile } = await import("../../loaders/surface/profile.ts");
    await ingest({
      repo,
      store,
      profile: parseProfile(PROFILE_TEXT, "small.yaml"),
      name: "engine",
      branch: repository.oids[11]!,
    });
    repo.close();
    assert.deepEqual((await reader.query('SELECT count(*)::INTEGER FROM "commit"')).rows, [[10]]);
    reader.close();
    assert.deepEqual(await ask(store, 'SELECT count(*)::INTEGER AS n FROM "commit"'), [{ n: 12 }]);
  });

  test("a store of which most is given up is made smaller", async () => {
    const store = join(folder(), "s.duckdb");
    await replaceStore(
      store,
      () => true,
      async (database) => {
        await database.run("CREATE TABLE t AS SELECT range AS round, md5(range::VARCHAR) AS word FROM range(100000)");
      },
    );
    // It stands behind what will be given up, so that the file cannot just be cut off.
    await replaceStore(
      store,
      () => false,
      (database) => database.run("CREATE TABLE kept (a INTEGER PRIMARY KEY); INSERT INTO kept VALUES (1)"),
    );
    const size = statSync(store).size;
    await replaceStore(
      store,
      () => false,
      (database) => database.run("DROP TABLE t"),
    );
    assert.ok(statSync(store).size < size / 2, `${statSync(store).size} after ${size}`);
    assert.deepEqual(await ask(store, "SELECT * FROM kept"), [{ a: 1 }]);
    const constraints = await ask(store, "SELECT constraint_type FROM duckdb_constraints() WHERE table_name = 'kept'");
    assert.ok(JSON.stringify(constraints).includes("PRIMARY KEY"), "keys are kept");
    assert.deepEqual(readdirSync(join(store, "..")), ["s.duckdb"]);
  });

  test("rows with a column that is not there are refused before any is written", async () => {
    await assert.rejects(
      replaceStore(
        join(folder(), "s.duckdb"),
        () => true,
        async (database) => {
          await database.run("CREATE TABLE t (a INTEGER)");
          await database.append("t", [{ a: 1, b: 2 }]);
        },
      ),
      { code: "bad-query", message: 'Table t has no column "b".' },
    );
  });
});
