/** Returns the text of a scene with a camera of this focal length. */
export const scene = (focalLength: string): string =>
  `#usda 1.0\n\ndef Xform "World"\n{\n    def Camera "Main"\n    {\n        float focalLength = ${focalLength}\n    }\n}\n`;

/** Returns a project with one test, which compares the scene of this focal length with the golden file. */
export const testOf = (focalLength: string, options = ""): Readonly<Record<string, string>> => ({
  "tests/room.test.ts": `import { expect, test } from "vitest";
test("room", () => {
  expect(${JSON.stringify(scene(focalLength))}).toMatchScene("golden/room.usda"${options});
});
`,
});
/** The path of that golden file in the project. */
export const GOLDEN = "tests/golden/room.usda";

/** Returns a test file that compares the scene of this focal length with the golden file. */
const comparing = (focalLength: string, golden: string): string => `import { expect, test } from "vitest";
test("room", () => {
  expect(${JSON.stringify(scene(focalLength))}).toMatchScene(${JSON.stringify(golden)});
});
`;
const NAMED = `import { expect, test } from "vitest";
const scene = ${JSON.stringify(scene("35"))};
test("the room, empty", async () => {
  expect(scene).toMatchScene();
  await expect(scene).toMatchRender({ size: [8, 8] });
});
`;
/** Paths in {@link GOLDEN_FILES}. */
export const STALE = "tests/golden/stale.usda";
export const OLD = "tests/golden/named.test/old.usda";
/** Names of the files that its test without names of golden files writes. */
export const NAMED_FILES: readonly RegExp[] = [
  /^the-room-empty-[0-9a-f]{8}\.png$/,
  /^the-room-empty-[0-9a-f]{8}\.usda$/,
];

/** Three tests, whose golden files are missing or stale, and a golden file that none uses. */
export const GOLDEN_FILES: Readonly<Record<string, string>> = {
  "tests/room.test.ts": comparing("35", "golden/room.usda"),
  "tests/stale.test.ts": comparing("50", "golden/stale.usda"),
  "tests/named.test.ts": NAMED,
  [STALE]: scene("35"),
  [OLD]: scene("1"),
};
