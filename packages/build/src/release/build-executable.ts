// One executable file with Node inside (https://nodejs.org/api/single-executable-applications.html) for this platform, which
// is `usda-lint` or `usda` by its name: for those without npm. Tries it, as both, in a folder without Node on the PATH.

import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inject } from "postject";
import { rolldown } from "rolldown";
import { readFileSync } from "node:fs";
import { OLDEST_NODE } from "../bundle/bundle-commands.ts";

/** The marker in Node's file that shows whether it contains an application. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const root = resolve(import.meta.dirname, "../../../..");
const folder = join(root, "packages/usda-lint");
const target = join(folder, "dist/executable");
const extension = process.platform === "win32" ? ".exe" : "";

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const code = join(target, "code.cjs");
await bundle(code);
const config = join(target, "sea.json");
const blob = join(target, "application.blob");
const assets = { code };
const options = { main: code, output: blob, disableExperimentalSEAWarning: true, useCodeCache: true, assets };
writeFileSync(config, JSON.stringify(options));
must("the application", spawnSync(process.execPath, ["--experimental-sea-config", config], { encoding: "utf8" }));
const executable = join(target, `usda-lint${extension}`);
copyFileSync(process.execPath, executable);
chmodSync(executable, 0o755);
await inject(executable, "NODE_SEA_BLOB", readFileSync(blob), {
  sentinelFuse: FUSE,
  ...(process.platform === "darwin" && { machoSegmentName: "NODE_SEA" }),
});
// macOS starts nothing whose signature does not fit.
if (process.platform === "darwin")
  must("codesign", spawnSync("codesign", ["--sign", "-", executable], { encoding: "utf8" }));
const other = join(target, `usda${extension}`);
linkSync(executable, other);
for (const file of [code, config, blob]) rmSync(file);
tryIt();
console.log(
  `${executable}: ${(statSync(executable).size / 2 ** 20).toFixed(0)} MB, for ${process.platform}-${process.arch}.`,
);

async function bundle(file: string): Promise<void> {
  const build = await rolldown({
    cwd: folder,
    input: "src/bin/executable.ts",
    platform: "node",
    transform: { target: OLDEST_NODE },
    // What draws is native and a package of its own: the commands name it if it is missing. Entries of the workspace are inlined.
    external: [/^@usdkit\/(?:convert|mcp|raster|view)$/],
    onLog(level, log) {
      if (log.code === "INEFFECTIVE_DYNAMIC_IMPORT" || log.code === "EMPTY_IMPORT_META") return;
      throw new Error(`${level}: ${log.code}: ${log.message}`);
    },
  });
  await build.write({ file, format: "cjs", codeSplitting: false, minify: true });
  await build.close();
}

/** Runs what an executable could fail at: both names, threads, a configuration that is code, the cache, a fix. */
function tryIt(): void {
  const work = mkdtempSync(join(tmpdir(), "executable-"));
  try {
    const scene = '#usda 1.0\n\ndef Xform "World"\n{\n    int x = 1\n    int x = 2\n}\n';
    for (const name of ["a", "b", "c"]) writeFileSync(join(work, `${name}.usda`), scene);
    writeFileSync(
      join(work, "usda-lint.config.mjs"),
      'export default { profile: "usda", rules: { "duplicate-field": "error" } };\n',
    );
    const expect = (file: string, args: readonly string[], status: number, text: string): void => {
      const result = spawnSync(file, args, { cwd: work, encoding: "utf8", env: { HOME: work, PATH: "" } });
      if (result.error !== undefined) throw result.error;
      if (result.status !== status || !`${result.stdout}${result.stderr}`.includes(text)) {
        throw new Error(`${file} ${args.join(" ")}: exit code ${result.status}\n${result.stdout}${result.stderr}`);
      }
    };
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    expect(executable, ["--version"], 0, version);
    expect(executable, ["."], 1, "3 errors, 0 warnings in 3 files");
    expect(executable, ["--jobs", "2", "."], 1, "3 errors, 0 warnings in 3 files");
    expect(executable, ["--cache", "--cache-location", "cache", "."], 1, "3 errors");
    expect(executable, ["explain", "duplicate-field"], 0, "duplicate-field");
    expect(other, ["tree", "a.usda"], 0, "World Xform");
    expect(other, ["cat", "a.usda", "-o", "a.usdc"], 0, "");
    expect(other, ["dump", "a.usdc", "--digest"], 0, '"accept":true');
    expect(other, ["fmt", "--jobs", "2", "--check", "."], 0, "");
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function must(
  what: string,
  { status, stdout, stderr }: { status: number | null; stdout: string; stderr: string },
): void {
  if (status !== 0) throw new Error(`${what}: exit code ${status}\n${stdout}${stderr}`);
}
