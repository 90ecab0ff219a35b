/** Tests of every storage. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { FileRecord } from "../storage/file-records.ts";
import { sweepExpired, type Storage } from "../storage/storage.ts";
import type { Guard, NewTask } from "../storage/task-storage.ts";
import type { UploadRecord } from "../storage/upload-storage.ts";

const NO_LEASE_ENDS = Number.MAX_SAFE_INTEGER;

const task = (more: Partial<NewTask> = {}): NewTask => ({
  id: randomUUID(),
  kind: "job",
  lane: "render",
  user: "ada",
  name: "",
  input: { resolution: [4, 3] },
  time: 1000,
  ...more,
});

const file = (more: Partial<FileRecord> = {}): FileRecord => ({
  id: randomUUID(),
  user: "ada",
  name: "a.png",
  size: 3,
  md5: "0".repeat(32),
  time: 1,
  ...more,
});

const upload = (more: Partial<UploadRecord> = {}): UploadRecord => ({
  id: randomUUID(),
  user: "ada",
  parts: true,
  md5: "1".repeat(32),
  size: 10,
  blocks: 2,
  name: "b.glb",
  status: 1,
  message: null,
  fileId: null,
  time: 1,
  ...more,
});

/**
 * @param open Opens stored data, or starts empty; called a second time with the same `place` after `close`.
 */
export function describeStorage(name: string, open: (place: string) => Promise<Storage>): void {
  async function withStorage(use: (storage: Storage) => Promise<void>): Promise<void> {
    const storage = await open(randomUUID());
    try {
      await use(storage);
    } finally {
      await storage.close();
    }
  }

  describe(`storage: ${name}`, () => {
    test("a task reads back as stored, also after reopening", async () => {
      const place = randomUUID();
      const given = task({ content: Uint8Array.of(1, 2, 3), name: "Straße \u0000 😀" });
      const first = await open(place);
      expect(await first.tasks.add(given)).toBe("added");
      await first.close();
      const second = await open(place);
      expect(await second.tasks.get(given.id)).toEqual({
        id: given.id,
        kind: "job",
        user: "ada",
        name: given.name,
        state: "QUEUED",
        progress: 0,
        input: { resolution: [4, 3] },
        result: null,
        error: null,
        createTime: 1000,
        updateTime: 1000,
      });
      const [claimed] = await second.tasks.claim("render", 5, "me", NO_LEASE_ENDS);
      expect(claimed?.content).toEqual(Uint8Array.of(1, 2, 3));
      await second.close();
    });

    test("of concurrent tasks with one guard, one is added", () =>
      withStorage(async (storage) => {
        const guard: Guard = { requestId: "r", until: 61_000 };
        const tasks = Array.from({ length: 50 }, () => task());
        const answers = await Promise.all(tasks.map((each) => storage.tasks.add(each, { guard })));
        expect(answers.filter((answer) => answer === "added")).toHaveLength(1);
        const kept = await Promise.all(tasks.map(({ id }) => storage.tasks.get(id)));
        expect(kept.filter((each) => each !== undefined)).toHaveLength(1);
      }));

    test("a guard is per user and request id, and holds until it expires", () =>
      withStorage(async (storage) => {
        const add = (user: string, requestId: string, time: number): Promise<string> =>
          storage.tasks.add(task({ user, time }), { guard: { requestId, until: time + 60_000 } });
        expect(await add("ada", "r", 1000)).toBe("added");
        expect(await add("ada", "s", 1000)).toBe("added");
        expect(await add("bob", "r", 1000)).toBe("added");
        expect(await add("ada", "r", 60_999)).toBe("duplicate");
        // A rejected task does not extend the guard.
        expect(await add("ada", "r", 61_000)).toBe("added");
        await sweepExpired(storage, 1e9);
        expect(await add("ada", "r", 61_001)).toBe("added");
      }));

    test("a task that cannot be stored leaves no guard behind, and does not affect others", () =>
      withStorage(async (storage) => {
        const taken = task();
        await storage.tasks.add(taken);
        const guard: Guard = { requestId: "r", until: 61_000 };
        const beside = task();
        const [failed, added] = await Promise.allSettled([
          storage.tasks.add(task({ id: taken.id }), { guard }),
          storage.tasks.add(beside),
        ]);
        expect(failed.status).toBe("rejected");
        expect(added).toMatchObject({ status: "fulfilled", value: "added" });
        expect(await storage.tasks.get(beside.id)).toBeDefined();
        expect(await storage.tasks.add(task(), { guard })).toBe("added");
      }));

    test("the number of unfinished tasks is limited per user", () =>
      withStorage(async (storage) => {
        const add = (user: string): Promise<string> => storage.tasks.add(task({ user }), { unfinished: 2 });
        expect([await add("ada"), await add("ada"), await add("ada"), await add("bob")]).toEqual([
          "added",
          "added",
          "full",
          "added",
        ]);
        const [first, second] = await storage.tasks.claim("render", 2, "me", NO_LEASE_ENDS);
        if (first === undefined || second === undefined) throw new Error("nothing to claim");
        await storage.tasks.complete(first, { result: {} }, 2);
        expect(await add("ada")).toBe("added");
        await storage.tasks.fail(second, {}, 2);
        expect(await add("ada")).toBe("added");
        expect(await add("ada")).toBe("full");
      }));

    test("tasks are claimed once per lane, oldest first", () =>
      withStorage(async (storage) => {
        const tasks = Array.from({ length: 4 }, () => task());
        for (const each of tasks) await storage.tasks.add(each);
        const world = task({ kind: "world-generation", lane: "engine" });
        await storage.tasks.add(world);
        const claims = await Promise.all([
          storage.tasks.claim("render", 1, "a", NO_LEASE_ENDS),
          storage.tasks.claim("render", 2, "b", NO_LEASE_ENDS),
          storage.tasks.claim("render", 9, "c", NO_LEASE_ENDS),
        ]);
        expect(claims.flat().map(({ id }) => id)).toEqual(tasks.map(({ id }) => id));
        expect(await storage.tasks.claim("render", 1, "a", NO_LEASE_ENDS)).toEqual([]);
        const [claimed] = await storage.tasks.claim("engine", 9, "a", NO_LEASE_ENDS);
        expect(claimed).toMatchObject({ id: world.id, state: "RUNNING", fence: 1, attempts: 1 });
      }));

    test("a former lease owner can change nothing", () =>
      withStorage(async (storage) => {
        const { id } = task();
        await storage.tasks.add(task({ id }));
        const [old] = await storage.tasks.claim("render", 1, "slow", 100);
        if (old === undefined) throw new Error("nothing to claim");
        expect(await storage.tasks.sweepLeases(100)).toBe(0);
        expect(await storage.tasks.renewLeases([old], 200)).toEqual([id]);
        expect(await storage.tasks.sweepLeases(150)).toBe(0);
        expect(await storage.tasks.sweepLeases(201)).toBe(1);
        const [now] = await storage.tasks.claim("render", 1, "quick", 300);
        if (now === undefined) throw new Error("nothing to claim");
        expect(now).toMatchObject({ id, fence: 2, attempts: 1 });

        const lost = file();
        expect(await storage.tasks.renewLeases([old], 999)).toEqual([]);
        expect(await storage.tasks.setProgress(old, 0.9, 5)).toBe(false);
        expect(await storage.tasks.complete(old, { result: { by: "slow" }, files: [lost] }, 5)).toBe(false);
        expect(await storage.tasks.fail(old, {}, 5)).toBe(false);
        expect(await storage.tasks.release(old, true)).toBe(false);
        expect(await storage.files.get(lost.id)).toBeUndefined();

        expect(await storage.tasks.setProgress(now, 0.5, 6)).toBe(true);
        const made = file();
        const mesh = { user: "ada", meshId: id, fileId: made.id };
        expect(await storage.tasks.complete(now, { result: { by: "quick" }, files: [made], meshes: [mesh] }, 7)).toBe(
          true,
        );
        expect(await storage.tasks.complete(now, { result: { by: "again" } }, 8)).toBe(false);
        expect(await storage.tasks.get(id)).toMatchObject({
          state: "SUCCEEDED",
          progress: 1,
          result: { by: "quick" },
          updateTime: 7,
        });
        expect(await storage.files.get(made.id)).toEqual(made);
        expect(await storage.files.getMesh("ada", id)).toEqual(mesh);
        expect(await storage.files.getMesh("bob", id)).toBeUndefined();
        expect(await storage.tasks.sweepLeases(Infinity)).toBe(0);
      }));

    test("a released task is queued again; a failed one stays failed", () =>
      withStorage(async (storage) => {
        await storage.tasks.add(task());
        const [first] = await storage.tasks.claim("render", 1, "a", NO_LEASE_ENDS);
        if (first === undefined) throw new Error("nothing to claim");
        expect(await storage.tasks.release(first, true)).toBe(true);
        const [second] = await storage.tasks.claim("render", 1, "a", NO_LEASE_ENDS);
        if (second === undefined) throw new Error("nothing to claim");
        expect(second.attempts).toBe(2);
        expect(await storage.tasks.release(second, false)).toBe(true);
        const [third] = await storage.tasks.claim("render", 1, "a", NO_LEASE_ENDS);
        if (third === undefined) throw new Error("nothing to claim");
        expect(third.attempts).toBe(2);
        expect(await storage.tasks.fail(third, { code: 500 }, 9)).toBe(true);
        expect(await storage.tasks.get(second.id)).toMatchObject({
          state: "FAILED",
          error: { code: 500 },
          updateTime: 9,
        });
        expect(await storage.tasks.count()).toEqual([{ lane: "render", state: "FAILED", count: 1 }]);
      }));

    test("lists a user's worlds, newest first, by state and page", () =>
      withStorage(async (storage) => {
        const worlds = Array.from({ length: 5 }, (_, i) => task({ kind: "world-generation", lane: "engine", time: i }));
        for (const each of worlds) await storage.tasks.add(each);
        await storage.tasks.add(task({ kind: "world-generation", lane: "engine", user: "bob" }));
        await storage.tasks.add(task({ kind: "text-to-3d", lane: "engine" }));
        const [first] = await storage.tasks.claim("engine", 1, "a", NO_LEASE_ENDS);
        const query = { user: "ada", kinds: ["world-generation"], states: [], offset: 1, limit: 2 } as const;
        const page = await storage.tasks.list(query);
        expect(page.rows.map(({ id }) => id)).toEqual([worlds[3]?.id, worlds[2]?.id]);
        expect(page.total).toBe(5);
        expect((await storage.tasks.recent("ada", 2)).map(({ kind }) => kind)).toEqual([
          "text-to-3d",
          "world-generation",
        ]);
        const running = await storage.tasks.list({ ...query, states: ["RUNNING"], offset: 0 });
        expect(running.rows.map(({ id }) => id)).toEqual([first?.id]);
      }));

    test("work of one name runs one at a time, of different names concurrently", () =>
      withStorage(async (storage) => {
        const done: string[] = [];
        const work = (name: string): Promise<boolean> =>
          storage.exclusively(name, async () => {
            // It needs the storage as well, and there is no end of names.
            await storage.tasks.get(name);
            done.push(name);
          });
        const names = Array.from({ length: 20 }, (_, i) => `work ${i}`);
        const answers = await Promise.all([...names, "work 3"].map(work));
        expect(answers).toEqual([...names.map(() => true), false]);
        expect(new Set(done)).toEqual(new Set(names));
        const failing = storage.exclusively("work 3", () => Promise.reject(new Error("it fails")));
        await expect(failing).rejects.toThrow("it fails");
        expect(await work("work 3")).toBe(true);
      }));

    test("an upload from its token to its file", () =>
      withStorage(async (storage) => {
        const hash = Uint8Array.of(1, 2, 3);
        expect(await storage.uploads.getToken(hash)).toBeUndefined();
        await storage.uploads.addToken(hash, { user: "ada", expires: 50 });
        const begun = upload();
        await storage.uploads.begin(hash, begun);
        expect(await storage.uploads.getToken(hash)).toEqual({ user: "ada", expires: 50, latestUpload: begun.id });
        expect(await storage.uploads.get(begun.id)).toEqual(begun);
        expect(await storage.uploads.find("ada", begun)).toEqual(begun);
        expect(await storage.uploads.find("bob", begun)).toBeUndefined();
        await storage.uploads.addPart(begun.id, 1, 4);
        await storage.uploads.addPart(begun.id, 1, 5);
        expect(await storage.uploads.listParts(begun.id)).toEqual(new Map([[1, 5]]));
        expect(await storage.uploads.move(begun.id, [1, 2], 3)).toBe(true);
        expect(await storage.uploads.move(begun.id, [1, 2], 3)).toBe(false);
        const made = file({ md5: begun.md5, size: 10 });
        await storage.uploads.finish(begun.id, made);
        expect(await storage.uploads.get(begun.id)).toMatchObject({ status: 5, fileId: made.id });
        expect(await storage.uploads.find("ada", begun)).toBeUndefined();
        expect(await storage.files.find("ada", begun)).toEqual(made);
        expect(await storage.files.find("bob", begun)).toBeUndefined();
        expect(await storage.files.ids()).toEqual(new Set([made.id]));
        await sweepExpired(storage, 50);
        expect(await storage.uploads.getToken(hash)).toBeUndefined();
      }));

    test("a failed upload can restart", () =>
      withStorage(async (storage) => {
        const hash = Uint8Array.of(9);
        await storage.uploads.addToken(hash, { user: "ada", expires: 50 });
        const begun = upload();
        await storage.uploads.begin(hash, begun);
        await storage.uploads.addPart(begun.id, 0, 5);
        await storage.uploads.fail(begun.id, "another md5");
        expect(await storage.uploads.get(begun.id)).toMatchObject({ status: 4, message: "another md5" });
        expect(await storage.uploads.find("ada", begun)).toBeUndefined();
        expect(await storage.uploads.listParts(begun.id)).toEqual(new Map());
      }));
  });
}
