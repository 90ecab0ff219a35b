// Golden files in real vitest processes.

import { formatUsda, parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { GOLDEN, scene, testOf } from "./test-support/golden-project.ts";
import { VitestProject } from "./test-support/vitest-project.ts";

describe("a golden file", { timeout: 120_000 }, () => {
  test("is written if missing, and kept afterwards", () => {
    using project = new VitestProject(testOf("35"));
    const first = project.run();
    expect(first).toMatchObject({ code: 0 });
    expect(first.output).toContain("New golden file tests/golden/room.usda");
    expect(first.output).toMatch(/Snapshots\s+1 written/);
    const written = project.read(GOLDEN) ?? "";
    expect(written).toBe(scene("35"));
    expect([parseUsda(written).ok, formatUsda(written)]).toEqual([true, written]);
    // No temporary file is left.
    expect(project.list("tests/golden")).toEqual(["room.usda"]);
    const second = project.run();
    expect(second).toMatchObject({ code: 0 });
    expect(second.output).not.toMatch(/golden file|Snapshots/);
  });

  test("that is stale fails, and -u writes it", () => {
    using project = new VitestProject({ ...testOf("50"), [GOLDEN]: scene("35") });
    const { code, output } = project.run();
    expect(code).toBe(1);
    expect(output).toContain("1 difference from the golden file tests/golden/room.usda (golden → scene):");
    expect(output).toMatch(/\/World\/Main\n\s+~ focalLength {2}35 → 50/);
    expect(output).toContain("-u (vitest)");
    expect(output).toContain("Received scene: tests/golden/room.received.usda");
    expect(project.read("tests/golden/room.received.usda")).toBe(scene("50"));
    expect(project.read(GOLDEN)).toBe(scene("35"));

    const update = project.run(["-u"]);
    expect(update).toMatchObject({ code: 0 });
    expect(update.output).toContain("Updated golden file tests/golden/room.usda");
    expect(update.output).toMatch(/Snapshots\s+1 updated/);
    expect(project.read(GOLDEN)).toBe(scene("50"));
    expect(project.list("tests/golden")).toEqual(["room.usda"]);
  });

  test("is named after its test, for scenes and renders; an unused one is reported", () => {
    const body = `import { expect, test } from "vitest";
const scene = ${JSON.stringify(scene("35"))};
test("the room, empty", async () => {
  expect(scene).toMatchScene();
  await expect(scene).toMatchRender({ size: [8, 8] });
});
`;
    const old = "tests/golden/room.test/old.usda";
    using project = new VitestProject({ "tests/room.test.ts": body, [old]: scene("1") });
    const { code, output } = project.run();
    expect([code, output]).toEqual([0, expect.stringMatching(/Snapshots\s+2 written/)]);
    expect(output).toContain(
      `Obsolete golden file ${old}: no test of tests/room.test.ts uses it. Run with -u to remove it`,
    );
    expect(project.list("tests/golden/room.test")).toEqual([
      "old.usda",
      expect.stringMatching(/^the-room-empty-[0-9a-f]{8}\.png$/),
      expect.stringMatching(/^the-room-empty-[0-9a-f]{8}\.usda$/),
    ]);
    // A filter skips tests, so no file is known to be obsolete.
    expect(project.run(["-u", "-t", "none"]).output).not.toContain("bsolete");
    expect(project.run(["-u"]).output).toContain(`Removed obsolete golden file ${old}`);
    expect(project.read(old)).toBeUndefined();
  });
});
