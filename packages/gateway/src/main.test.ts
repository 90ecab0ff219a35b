import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const COMMAND = join(import.meta.dirname, "spatial-gateway.ts");

test.each([
  // Nothing listens at port 1.
  ["cannot be reached", ["--database", "postgres://ada:s%3Acret@127.0.0.1:1/db"], "ECONNREFUSED"],
  ["is none", ["--database", "oracle://ada:s%3Acret@127.0.0.1:1/db"], "expected sqlite or postgres://"],
])("a database that %s: says so on one line without the password, and ends with 2", (_name, args, message) => {
  const data = mkdtempSync(join(tmpdir(), "usdkit-main-"));
  try {
    const all = [COMMAND, "--port", "0", "--data", data, "--api-key", "key=ada", ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^spatial-gateway: [^\n]*\n$/);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/s%3Acret|s:cret/);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
