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
