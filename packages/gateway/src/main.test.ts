import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const COMMAND = join(import.meta.dirname, "spatial-gateway.ts");

test("Node 20: one line on standard error that names the required version, and exit code 2", () => {
  const code = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });
    import(${JSON.stringify(pathToFileURL(COMMAND).href)});`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", code, "--", "--help"], { encoding: "utf8" });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^Node 22\.12 or later is required, this is v[\d.]+\n$/);
});

test.each([
  // No server listens on port 1.
  ["a database that cannot be reached", ["--database", "postgres://ada:s%3Acret@127.0.0.1:1/db"], "ECONNREFUSED"],
  [
    "a database of another kind",
    ["--database", "oracle://ada:s%3Acret@127.0.0.1:1/db"],
    "expects sqlite or postgres://",
  ],
  ["a variant that does not exist", ["--variant", "nope"], 'no variant "nope"'],
  ["a folder of seed data that does not exist", ["--seed-data", "/nowhere/seeds"], "the seed data /nowhere/seeds"],
])("%s: one line, and a hint, on standard error, without a password, and exit code 2", (_name, args, message) => {
  const data = mkdtempSync(join(tmpdir(), "usdkit-main-"));
  try {
    // Without --api-key: a key of a service that did not start is not printed.
    const all = [COMMAND, "--port", "0", "--data", data, ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^spatial-gateway: [^\n]*\n(?:Run "spatial-gateway --help" for usage\.\n)?$/);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/s%3Acret|s:cret/);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
