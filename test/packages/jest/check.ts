// Runs jest as in CI, where nothing is written, as on a developer's machine, and with --updateSnapshot.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const golden = "golden/new.usda";
const jestFile = fileURLToPath(import.meta.resolve("jest/bin/jest"));

/** Runs jest and checks its result and output. */
function jest(good: boolean, words: string, ...flags: string[]): void {
  const args = ["--experimental-vm-modules", "--no-warnings", jestFile, ...flags];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const output = stdout + stderr;
  if ((status === 0) !== good || !output.includes(words)) {
    throw new Error(`jest ${flags.join(" ")}: exit code ${status}, "${words}" expected\n${output}`);
  }
}

jest(false, "and none is written in CI", "--ci");
if (existsSync(golden)) throw new Error("written in CI");
jest(true, "2 snapshots written", "--ci=false");
const text = readFileSync(golden, "utf8");
jest(true, "3 passed", "--ci");
writeFileSync(golden, text.replace("size = 1", "size = 2"));
jest(false, "~ size  2 → 1", "--ci");
jest(true, "1 snapshot updated", "--updateSnapshot");
if (readFileSync(golden, "utf8") !== text) throw new Error("not updated");
