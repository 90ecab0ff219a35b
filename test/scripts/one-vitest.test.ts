import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

// Two installations with different optional peers of vite are two copies of vitest, whose matchers do not know each other.
test("the tests and @usdkit/testing import the same copy of vitest", () => {
  const root = resolve(import.meta.dirname, "../..");
  const [own, matchers] = [root, join(root, "packages/testing")].map((folder) =>
    createRequire(join(folder, "package.json")).resolve("vitest/package.json"),
  );
  expect(own).toBe(matchers);
});
