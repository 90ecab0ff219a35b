// Campaign in CI: A PostgreSQL server that is killed under load 8 times instead of once

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { noPostgres, startPostgres, type PostgresServer } from "../../test-support/postgres-server.ts";
import { describeStorage } from "../../test-support/storage-suite.ts";
import { StorageError } from "../storage-error.ts";
import type { NewTask } from "../task-storage.ts";
import { openPostgres, type OpenPostgres } from "./open-postgres.ts";

if (noPostgres !== undefined) console.log(`storage: PostgreSQL is not tried: ${noPostgres}`);

const task = (): NewTask => ({
  id: randomUUID(),
  kind: "job",
  lane: "render",
  user: "ada",
  name: "",
  input: {},
  time: 1000,
});

const fail = (error: unknown): never => {
  throw error;
};

describe.skipIf(noPostgres !== undefined)("with a server", () => {
  let server: PostgresServer;
  const urls = new Map<string, string>();
  beforeAll(async () => {
    server = await startPostgres();
    // The tables are created once and copied.
    const first = await openPostgres(server.makeDatabase("with-tables"), { onProblem: fail });
    await first.storage.close();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  function urlOf(place: string): string {
    const url = urls.get(place) ?? server.makeDatabase(place, "with-tables");
    urls.set(place, url);
    return url;
  }
  const open = (place: string): Promise<OpenPostgres> => openPostgres(urlOf(place), { onProblem: fail });

  describeStorage("PostgreSQL", async (place) => (await open(place)).storage);

  test("many processes can start concurrently on an empty database", async () => {
    const url = server.makeDatabase("at-once");
    const opened = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url, { onProblem: fail })));
    expect(new Set(opened.map(({ cluster }) => cluster.secret)).size).toBe(1);
    for (const { storage } of opened) await storage.close();
  });

  test("a dispatch that fails leaves neither task nor guard, whatever part of it fails", async () => {
    const { storage, database } = await open("no-dispatch");
    const guard = { requestId: "r", until: 61_000 };
    await database.query("ALTER TABLE spatial_gateway_queue.job_common RENAME TO gone");
    const lost = task();
    await expect(storage.tasks.add(lost, { guard })).rejects.toThrow("job_common");
    expect(await storage.tasks.get(lost.id)).toBeUndefined();
    expect(await database.query("SELECT * FROM spatial_gateway.guards")).toEqual([]);
    await database.query("ALTER TABLE spatial_gateway_queue.gone RENAME TO job_common");
    await database.query("UPDATE spatial_gateway_queue.queue SET name = 'other' WHERE name = 'engine'");
    await expect(storage.tasks.add({ ...lost, lane: "engine" }, { guard })).rejects.toThrow(
      "Queue engine does not exist",
    );
    expect(await database.query("SELECT * FROM spatial_gateway.guards")).toEqual([]);
    expect(await storage.tasks.add(lost, { guard })).toBe("added");
    expect(await storage.tasks.claim("render", 9, "me", 9e15)).toMatchObject([{ id: lost.id }]);
    await storage.close();
  });

  test("text from callers may be any Unicode", async () => {
    const { storage } = await open("any-text");
    const odd = "\u0000\ud800\\\"'%😀";
    expect(await storage.tasks.get(odd)).toBeUndefined();
    expect(await storage.uploads.get(odd)).toBeUndefined();
    expect(await storage.files.getMesh("ada", odd)).toBeUndefined();
    const guard = { requestId: odd, until: 61_000 };
    expect(await storage.tasks.add({ ...task(), name: odd, input: { odd } }, { guard })).toBe("added");
    expect(await storage.tasks.add(task(), { guard })).toBe("duplicate");
    const [claimed] = await storage.tasks.claim("render", 1, "me", 9e15);
    expect(claimed).toMatchObject({ name: odd, input: { odd } });
    await storage.close();
  });

  test("another process is notified of a task", async () => {
    const [one, two] = [await open("notifier"), await open("notifier")];
    const heard: string[] = [];
    two.storage.onTasks((lane) => heard.push(lane));
    // After it subscribes, both processes look once.
    await expect.poll(() => heard).toEqual(["render", "engine"]);
    await one.storage.tasks.add({ ...task(), lane: "engine" });
    await expect.poll(() => heard).toEqual(["render", "engine", "engine"]);
    await one.storage.close();
    await two.storage.close();
  });

  test("processes see each other and each other's sessions", async () => {
    const { storage, cluster, database } = await open("cluster");
    const one = {
      id: "n1",
      role: "worker",
      url: "http://a:1",
      base: "http://b",
      sessions: 1,
      maxSessions: 2,
    } as const;
    const two = { ...one, id: "n2" };
    expect(await cluster.beat(one)).toEqual([]);
    expect(await cluster.beat(two)).toEqual([{ ...one, isAlive: true }]);
    await cluster.addSession({ id: "s", user: "ada", node: "n1" });
    await cluster.sweep();
    expect(await cluster.findSession("s")).toEqual({ user: "ada", node: "n1" });
    await cluster.leave("n1");
    expect(await cluster.beat(two)).toEqual([{ ...one, isAlive: false }]);
    await cluster.sweep();
    expect(await cluster.findSession("s")).toBeUndefined();
    await database.query("UPDATE spatial_gateway.nodes SET seen = seen - interval '1 day'");
    await cluster.sweep();
    expect(await cluster.beat(two)).toEqual([]);
    await storage.close();
  });

  test("work under one name is done by one process at a time", async () => {
    const [one, two] = [await open("alone"), await open("alone")];
    let isSecondDone: boolean | undefined;
    const isFirstDone = await one.storage.exclusively("work", async () => {
      isSecondDone = await two.storage.exclusively("work", fail as () => never);
      expect(await two.storage.exclusively("other work", async () => undefined)).toBe(true);
    });
    expect([isFirstDone, isSecondDone]).toEqual([true, false]);
    expect(await two.storage.exclusively("work", async () => undefined)).toBe(true);
    await one.storage.close();
    await two.storage.close();
  });

  test("a server is killed and restarted: acknowledged tasks exist once, and work continues", async () => {
    const { storage, database } = await open("killed");
    const answers = new Map<string, string>();
    let isOver = false;
    const sender = async (): Promise<void> => {
      while (!isOver) {
        const each = task();
        const guard = { requestId: each.id, until: 61_000 };
        answers.set(each.id, await storage.tasks.add(each, { guard, unfinished: 1e6 }));
      }
    };
    const senders = Array.from({ length: 8 }, sender);
    for (let round = 0; round < (inject("deep") ? 8 : 1); round++) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await server.kill();
      await server.start();
    }
    isOver = true;
    await Promise.all(senders);
    // A duplicate is not reported if it is the caller's own task, stored before the response was lost.
    expect(new Set(answers.values())).toEqual(new Set(["added"]));
    const rows = await database.query<{ id: string }>("SELECT id FROM spatial_gateway.tasks");
    expect(rows.map(({ id }) => id).toSorted()).toEqual([...answers.keys()].toSorted());
    const claimed = await storage.tasks.claim("render", 1e6, "me", 9e15);
    expect(claimed).toHaveLength(answers.size);
    await storage.close();
  });

  test("a server restarts too late: waiting callers get an error, later ones succeed", async () => {
    const { storage } = await openPostgres(urlOf("away"), { onProblem: () => undefined, patience: 300 });
    await server.kill();
    const answers = await Promise.allSettled(Array.from({ length: 40 }, () => storage.tasks.add(task())));
    expect(answers.every(({ status }) => status === "rejected")).toBe(true);
    await expect(storage.tasks.get("any")).rejects.toThrow();
    await server.start();
    expect(await storage.tasks.add(task())).toBe("added");
    await storage.close();
  });

  test("a wrong address is reported without its password", async () => {
    const url = new URL(server.makeDatabase("wrong"));
    const right = url.password;
    const message = (address: string): Promise<unknown> =>
      openPostgres(address, { onProblem: fail, patience: 0 }).then(
        () => "opened",
        (error: unknown) => error,
      );
    url.password = "wrong-secret";
    const refused = await message(url.href);
    expect(refused).toBeInstanceOf(StorageError);
    expect(String(refused)).toContain("password authentication failed");
    url.password = right;
    url.pathname = "/nowhere";
    const none = await message(url.href);
    expect(String(none)).toContain('"nowhere" does not exist');
    url.port = "1";
    const closed = await message(url.href);
    expect(String(closed)).toContain("ECONNREFUSED");
    const strange = await message("postgres://ada:wrong-secret@[::1");
    for (const error of [refused, none, closed, strange]) {
      expect(error).toBeInstanceOf(StorageError);
      expect(String(error)).not.toMatch(/wrong-secret|p%40ss|p@ss/);
    }
  });
});
