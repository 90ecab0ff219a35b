import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TestFolder } from "@usdkit/command/test-support/test-folder";
import { expect, test } from "vitest";
import { AnswerStore } from "./answer-store.ts";
import type { Blobs } from "./blobs.ts";
import { FolderBlobs } from "./folder-blobs.ts";
import { openAnswerStore } from "./open-store.ts";

const SECRET = "secret";
const open = (folder: TestFolder): Promise<AnswerStore> => openAnswerStore(join(folder.path, "cache"), SECRET, {});

async function keep(folder: TestFolder, answers: Readonly<Record<string, string>>, place = "lib"): Promise<void> {
  const store = await open(folder);
  await store.open(place);
  for (const [key, answer] of Object.entries(answers)) store.set(place, key, answer);
  expect(await store.close()).toBeUndefined();
}

async function read(folder: TestFolder, keys: readonly string[]): Promise<(string | undefined)[]> {
  const store = await open(folder);
  await store.open("lib");
  const found = await Promise.all(keys.map(async (key) => store.get("lib", key)));
  await store.close();
  return found;
}

test("what runs add one after the other is joined, and nothing is lost", async () => {
  using folder = new TestFolder();
  const keys = Array.from({ length: 11 }, (_, i) => `k${i}`);
  for (const key of keys) await keep(folder, { [key]: `{"of":"${key}"}` });
  expect(await read(folder, keys)).toEqual(keys.map((key) => `{"of":"${key}"}`));
  expect(readdirSync(join(folder.path, "cache")).length).toBeLessThan(6);
});

test("two hundred writers at the same time lose nothing, and no answer is wrong", async () => {
  using folder = new TestFolder();
  const keys = Array.from({ length: 200 }, (_, i) => `k${i}`);
  const stores = await Promise.all(keys.map(() => open(folder)));
  await Promise.all(
    stores.map(async (store, i) => {
      await store.open("lib");
      store.set("lib", keys[i], String(i));
      store.set("lib", "shared", "same");
      await store.close();
    }),
  );
  expect(await read(folder, [...keys, "shared"])).toEqual([...keys.map((_, i) => String(i)), "same"]);
});

test("files that are cut, changed or of another key are left out and noted, and replaced", async () => {
  using folder = new TestFolder();
  const cache = join(folder.path, "cache");
  for (const harm of [
    (text: string) => text.slice(0, -3),
    (text: string) => text.replace("right", "wrong"),
    () => "",
    (text: string) => `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`,
    (text: string) => text.slice(text.indexOf("usdkit answers")),
  ]) {
    await keep(folder, { key: "right", [String(harm)]: "1" });
    for (const name of readdirSync(cache))
      writeFileSync(join(cache, name), harm(readFileSync(join(cache, name), "latin1")), "latin1");
    const store = await open(folder);
    await store.open("lib");
    expect(await store.get("lib", "key")).toBeUndefined();
    store.set("lib", "key", "right");
    expect(await store.close()).toMatch(/: \d+ files? of the cache left out, damaged or signed with another key$/u);
    expect(await read(folder, ["key"])).toEqual(["right"]);
  }
});

test("a cache that cannot be written or read is a problem of its own", async () => {
  using folder = new TestFolder({ cache: "" });
  const store = await open(folder);
  await store.open("lib");
  store.set("lib", "key", "1");
  expect(await store.close()).toMatch(/: the cache cannot be written: /u);
  const broken: Blobs = {
    list: () => Promise.reject(new Error("no network")),
    get: () => Promise.reject(new Error("no network")),
    put: () => Promise.reject(new Error("no network")),
    remove: () => Promise.reject(new Error("no network")),
  };
  const far = new AnswerStore(broken, "s3://bucket/x", "");
  await far.open("lib");
  expect(await far.get("lib", "key")).toBeUndefined();
  far.set("lib", "key", "1");
  expect(await far.close()).toBe("s3://bucket/x: the cache cannot be read: no network");
});

test("a slow share: each call is made once for a folder, and no answer is lost", async () => {
  using folder = new TestFolder();
  const calls: string[] = [];
  const slow = (): Blobs => {
    const blobs = new FolderBlobs(join(folder.path, "cache"));
    const later = async <Result>(call: string, result: () => Promise<Result>): Promise<Result> => {
      calls.push(call);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return result();
    };
    return {
      list: (prefix) => later("list", () => blobs.list(prefix)),
      get: (name, bytes) => later("get", () => blobs.get(name, bytes)),
      put: (name, content) => later("put", () => blobs.put(name, content)),
      remove: (name) => later("remove", () => blobs.remove(name)),
    };
  };
  const keys = Array.from({ length: 50 }, (_, i) => `k${i}`);
  const [first, other] = [new AnswerStore(slow(), "share", SECRET), new AnswerStore(slow(), "share", SECRET)];
  // Files of a folder are started one after the other, and none waits for those before.
  for (const [store, own] of [[first, keys.slice(0, 30)] as const, [other, keys.slice(20)] as const]) {
    for (const key of own) {
      await store.open("lib");
      expect(await store.get("lib", key)).toBeUndefined();
      store.set("lib", key, `"${key}"`);
    }
  }
  expect(await Promise.all([first.close(), other.close()])).toEqual([undefined, undefined]);
  expect(calls).toEqual(["list", "list", "put", "put"]);
  expect(await read(folder, keys)).toEqual(keys.map((key) => `"${key}"`));
});

test("more folders than are held at a time", async () => {
  using folder = new TestFolder();
  mkdirSync(join(folder.path, "cache"));
  const store = await open(folder);
  const places = Array.from({ length: 40 }, (_, i) => `p${i}`);
  for (const place of places) {
    await store.open(place);
    store.set(place, "key", place);
  }
  store.set("p0", "late", "kept");
  await store.close();
  const again = await open(folder);
  for (const place of places) {
    await again.open(place);
    expect(await again.get(place, "key")).toBe(place);
  }
  await again.open("p0");
  expect(await again.get("p0", "late")).toBe("kept");
});

test.each([
  ["s3:/x", {}, undefined],
  ["s3://B/x", {}, /expected s3:\/\/bucket\/prefix/u],
  ["s3://bucket/x", {}, /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/u],
])("%s", async (address, env, message) => {
  const opened = openAnswerStore(address, SECRET, env);
  if (message === undefined) await expect(opened).resolves.toBeDefined();
  else await expect(opened).rejects.toThrow(message);
});

test("parts of a run read their own answers first, and those of others if they need them", async () => {
  using folder = new TestFolder();
  const location = join(folder.path, "cache");
  const part = (name: string): Promise<AnswerStore> => openAnswerStore(location, SECRET, {}, name);
  for (const name of ["1/2", "2/2"]) {
    const store = await part(name);
    await store.open("lib");
    store.set("lib", `of-${name[0]}`, name);
    await store.close();
  }
  const reads: string[] = [];
  const files = new FolderBlobs(location);
  const counted: Blobs = {
    list: (prefix) => files.list(prefix),
    get: (name, bytes) => (reads.push(name), files.get(name, bytes)),
    put: (name, content) => files.put(name, content),
    remove: (name) => files.remove(name),
  };
  const own = new AnswerStore(counted, "cache", SECRET, "1/2");
  await own.open("lib");
  expect(await own.get("lib", "of-1")).toBe("1/2");
  expect(reads).toHaveLength(1);
  expect(await own.get("lib", "of-2")).toBe("2/2");
  expect(await own.get("lib", "of-3")).toBeUndefined();
  expect(reads).toHaveLength(2);
  // Another number of parts, and a run of all.
  for (const other of [await part("3/3"), await open(folder)]) {
    await other.open("lib");
    expect([await other.get("lib", "of-1"), await other.get("lib", "of-2")]).toEqual(["1/2", "2/2"]);
  }
});

test("a part that has no answers leaves those of the parts before it as they are", async () => {
  using folder = new TestFolder();
  const location = join(folder.path, "cache");
  const names = (): string[] => readdirSync(location).toSorted();
  const run = async (name: string, count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      const store = await openAnswerStore(location, SECRET, {}, name);
      await store.open("lib");
      store.set("lib", `${name} ${i}`, "1");
      expect(await store.close()).toBeUndefined();
    }
  };
  await run("1/3", 3);
  const first = names();
  await run("2/3", 1);
  await run("3/3", 1);
  expect(names()).toEqual(expect.arrayContaining(first));
  // Those of the part itself are joined, also without a run that has read them.
  await run("3/3", 5);
  expect(names()).toEqual(expect.arrayContaining(first));
  expect(names().length).toBeLessThan(first.length + 1 + 4);
});

test("segments of many parts are joined, and nothing is lost", async () => {
  using folder = new TestFolder();
  const location = join(folder.path, "cache");
  const keys = Array.from({ length: 150 }, (_, i) => `k${i}`);
  for (const [i, key] of keys.entries()) {
    const store = await openAnswerStore(location, SECRET, {}, `${i + 1}/150`);
    await store.open("lib");
    store.set("lib", key, String(i));
    expect(await store.close()).toBeUndefined();
  }
  expect(readdirSync(location).length).toBeLessThan(70);
  expect(await read(folder, keys)).toEqual(keys.map((_, i) => String(i)));
});

test("packs that no run has used for 60 days are removed, whatever key has signed them", async () => {
  using folder = new TestFolder();
  const cache = join(folder.path, "cache");
  const days = (count: number): number => Date.now() / 1000 - count * 86_400;
  await keep(folder, { key: "1" });
  await keep(folder, { key: "1" }, "gone");
  const other = await openAnswerStore(cache, "former key", {});
  await other.open("lib");
  other.set("lib", "key", "1");
  await other.close();
  writeFileSync(join(cache, "notes.txt"), "");
  const age = (count: number): void => {
    for (const name of readdirSync(cache)) utimesSync(join(cache, name), days(count), days(count));
  };
  age(59);
  expect(await read(folder, ["key"])).toEqual(["1"]);
  expect(readdirSync(cache)).toHaveLength(4);
  // The one that was read is of today.
  expect(readdirSync(cache).filter((name) => statSync(join(cache, name)).mtimeMs / 1000 > days(1))).toHaveLength(1);
  age(61);
  expect(await read(folder, ["key"])).toEqual(["1"]);
  expect(readdirSync(cache)).toEqual(["notes.txt", expect.stringMatching(/^pack-/u)]);
  expect(await read(folder, ["key"])).toEqual(["1"]);
});
