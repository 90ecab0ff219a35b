import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandFile, GOOD, plainEnvironment, runCommand, TestFolder, TWICE } from "../test-support/run-command.ts";

/** Blocks of 512 bytes that a file may have: what is longer fails as it does where no room is left. */
const BLOCKS = 1;

/** Runs `usda-lint` whose files cannot grow beyond a limit; the signal of that is ignored, so that a write fails instead. */
function runFull(folder: TestFolder, ...args: string[]): { code: number | null; stderr: string } {
  const script = `trap '' XFSZ; ulimit -f ${BLOCKS}; exec "$0" "$@"`;
  const env = { ...plainEnvironment(), NODE_DISABLE_COMPILE_CACHE: "1" };
  const { status, stderr } = spawnSync("sh", ["-c", script, process.execPath, commandFile("usda-lint"), ...args], {
    cwd: folder.path,
    encoding: "utf8",
    env,
  });
  return { code: status, stderr };
}

const LIBRARY = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`lib/${i}.usda`, i === 3 ? TWICE : GOOD]));

test.skipIf(process.platform === "win32")("no room for the cache is a note, and all files are checked", () => {
  using folder = new TestFolder(LIBRARY);
  const args = ["--no-config", "--profile", "usda", "--jobs", "1", "lib"];
  const { code, stderr } = runFull(folder, ...args, "--cache-location", join(folder.path, "cache"));
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringContaining("the cache cannot be written") as string,
  });
});

test("a cache on a file system that is read-only is a note that names the reason", async () => {
  using folder = new TestFolder(LIBRARY);
  mkdirSync(join(folder.path, "share"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", join(folder.path, "share")]);
  if (mounted.status !== 0) {
    console.log("Skipped: no file system can be mounted that is read-only");
    return;
  }
  try {
    const args = ["--no-config", "--profile", "usda", "--jobs", "1", "lib", "--cache-location", "share/cache"];
    const { code, stderr } = await runCommand("usda-lint", args, { cwd: folder.path });
    expect([code, stderr]).toEqual([
      0,
      `usda-lint: ${join(folder.path, "share/cache")}: the cache cannot be written: the file system is read-only\n`,
    ]);
  } finally {
    spawnSync("umount", ["-l", join(folder.path, "share")]);
  }
});
