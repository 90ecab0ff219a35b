/** A folder for what commands keep for the user: tests do not write to the cache of who runs them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const VARIABLE = "USDKIT_TEST_CACHE";

/** Called by vitest before the tests of a run; test processes inherit the variable. */
export function setup(): void {
  process.env[VARIABLE] = mkdtempSync(join(tmpdir(), "usdkit-test-cache-"));
}

/** Called after them. */
export function teardown(): void {
  const folder = process.env[VARIABLE];
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
