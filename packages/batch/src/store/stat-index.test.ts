import { renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readStable } from "@usdkit/command/files/read-whole";
import { TestFolder } from "@usdkit/command/test-support/test-folder";
import { expect, test } from "vitest";
import { openAnswerStore } from "./open-store.ts";
import { StatIndex } from "./stat-index.ts";

const LATER = (): bigint => BigInt(Date.now() + 10_000) * 1_000_000n;
const HASH = "ab".repeat(32);

test("a file counts while size, times and inode are those of its reading, and not if it was just written", async () => {
  using folder = new TestFolder({ "lib/a b.usda": "one", "lib/new.usda": "new" });
  const lib = join(folder.path, "lib");
  const [file, fresh] = [join(lib, "a b.usda"), join(lib, "new.usda")];
  const open = async (now?: () => bigint): Promise<StatIndex> => {
    const index = new StatIndex(await openAnswerStore(join(folder.path, "stats"), "secret", {}), now);
    await index.open(lib);
    return index;
  };
  const first = await open(LATER);
  first.note(lib, file, readStable(file).stats, HASH);
  await first.close();
  const racy = await open();
  racy.note(lib, fresh, readStable(fresh).stats, HASH);
  expect(await racy.contentOf(lib, fresh)).toBeUndefined();
  expect(await racy.contentOf(lib, file)).toMatchObject({ hash: HASH, length: 3 });
  expect(await racy.contentOf(lib, join(lib, "gone.usda"))).toBeUndefined();
  // Other content with the size and time of the first: the time of the change of its inode tells.
  const { atime, mtime } = statSync(file);
  writeFileSync(file, "two");
  utimesSync(file, atime, mtime);
  expect(await racy.contentOf(lib, file)).toBeUndefined();
  renameSync(fresh, file);
  expect(await racy.contentOf(lib, file)).toBeUndefined();
  await racy.close();
});
