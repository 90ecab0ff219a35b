// Golden files in real vitest processes.

import { formatUsda, parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { GOLDEN, scene, testOf } from "./test-support/golden-project.ts";
import { VitestProject } from "./test-support/vitest-project.ts";

describe("a golden file", { timeout: 120_000 }, () => {
  test("is written when it is missing, and kept after that", () => {
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
    expect(project.read(GOLDEN)).toBe(scene("35"));

    const update = project.run(["-u"]);
    expect(update).toMatchObject({ code: 0 });
    expect(update.output).toContain("Updated golden file tests/golden/room.usda");
    expect(update.output).toMatch(/Snapshots\s+1 updated/);
    expect(project.read(GOLDEN)).toBe(scene("50"));
  });
});
