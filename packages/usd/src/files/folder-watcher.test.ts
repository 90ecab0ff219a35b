import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { FolderWatcher, type FolderWatcherOptions } from "./folder-watcher.ts";

const folder = mkdtempSync(join(tmpdir(), "usdkit-watch-"));
/** No poll comes within a test. */
const NO_POLL = 1e9;
let watcher: FolderWatcher | undefined;
afterEach(() => watcher?.close());

function start(folders: readonly string[], options: FolderWatcherOptions): { readonly count: () => number } {
  let count = 0;
  watcher = new FolderWatcher(() => void count++, options);
  watcher.watch(folders);
  return { count: () => count };
}

test("reports a change of a folder that is watched later as well", async () => {
  const { count } = start([], { pollInterval: NO_POLL });
  watcher?.watch([folder]);
  writeFileSync(join(folder, "a.usda"), "#usda 1.0\n");
  await expect.poll(count).toBeGreaterThan(0);
});

test("reports several changes once, after they have settled", async () => {
  const { count } = start([folder, folder], { settleTime: 200, pollInterval: NO_POLL });
  for (let i = 0; i < 5; i++) writeFileSync(join(folder, `${i}.usda`), "#usda 1.0\n");
  expect(count()).toBe(0);
  await expect.poll(count).toBe(1);
});

test("polls if a folder cannot be watched, and always on request", async () => {
  const missing = start([join(folder, "missing")], { pollInterval: 5 });
  await expect.poll(missing.count).toBeGreaterThan(1);
  watcher?.close();
  const watched = start([folder], { pollInterval: 5 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(watched.count()).toBe(0);
  watcher?.close();
  const always = start([folder], { pollInterval: 5, alwaysPolls: true });
  await expect.poll(always.count).toBeGreaterThan(1);
});

test("reports nothing after close", async () => {
  const { count } = start([folder], { alwaysPolls: true, pollInterval: 5, settleTime: 5 });
  writeFileSync(join(folder, "last.usda"), "#usda 1.0\n");
  watcher?.close();
  const before = count();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(count()).toBe(before);
  rmSync(folder, { recursive: true });
});
