// Campaign in CI: The examples of docs/rendering.md as one program

// The examples of docs/rendering.md as one program, type-checked and run unchanged.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lookAt, sceneText } from "../../packages/raster/src/test-support/scene-text.ts";

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/rendering.md"), "utf8");
const program = Array.from(page.matchAll(/^```ts\n([^]*?)^```$/gm), ([, text = ""]) => text).join("\n");

let folder: string;
beforeAll(() => {
  // In the repository, from where the packages are found.
  folder = mkdtempSync(join(import.meta.dirname, "rendering-"));
  mkdirSync(join(folder, "models"));
  const require = createRequire(join(root, "packages/raster/package.json"));
  const hand = require.resolve("@webxr-input-profiles/assets/dist/profiles/generic-fixed-hand/right.glb");
  copyFileSync(hand, join(folder, "models/hand.glb"));
  const matrix = lookAt([-0.25, 0.12, -0.3], [0.01, -0.02, 0]);
  writeFileSync(
    join(folder, "scene.usda"),
    sceneText([{ name: "hand" }], { matrix, clippingRange: [0.01, 10], focalLength: 24 }),
  );
  writeFileSync(join(folder, "example.ts"), program);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: "../../../tsconfig.base.json",
      compilerOptions: { noEmit: true },
      include: ["."],
    }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("type-checks", () => {
  const { status, stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", folder], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect([status, stdout]).toEqual([0, ""]);
});

test("renders an image and prints what moved", () => {
  const lines = execFileSync(process.execPath, ["example.ts"], { cwd: folder, encoding: "utf8" }).trim().split("\n");
  expect(lines[0]).toMatch(/^[0-9a-f]{64} \{.*\} \[\]$/);
  expect(lines[1]).toMatch(/^[1-9]\d?\.\d % of the pixels differ$/);
  expect(lines[2]).toMatch(/^\/World\/hand( \d+){3}$/);
  for (const name of ["scene.png", "difference.png"]) {
    expect(readFileSync(join(folder, name)).subarray(1, 4).toString()).toBe("PNG");
  }
});
