// Golden files in a real vitest process, which several test files share: each process costs seconds.

import { formatUsda, parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { GOLDEN, GOLDEN_FILES, NAMED_FILES, OLD, scene, STALE } from "./test-support/golden-project.ts";
import { VitestProject } from "./test-support/vitest-project.ts";

const named: readonly unknown[] = NAMED_FILES.map((name): unknown => expect.stringMatching(name));

describe("golden files", { timeout: 120_000 }, () => {
  test("that are missing are written; stale ones fail and are kept, and so are unused ones", () => {
    using project = new VitestProject(GOLDEN_FILES);
    const { code, output } = project.run();
    expect(code).toBe(1);
    // A missing one is written.
    expect(output).toContain(`New golden file ${GOLDEN}`);
    expect(output).toMatch(/Snapshots\s.*\b3 written/s);
    expect(output).toMatch(/Tests\s+1 failed \| 2 passed/);
    const written = project.read(GOLDEN) ?? "";
    expect(written).toBe(scene("35"));
    expect([parseUsda(written).ok, formatUsda(written)]).toEqual([true, written]);
    // A stale one fails, and is kept.
    expect(output).toContain(`1 difference from the golden file ${STALE} (golden → scene):`);
    expect(output).toMatch(/\/World\/Main\n\s+~ focalLength {2}35 → 50/);
    expect(output).toContain("-u (vitest)");
    expect(output).toContain("Received scene: tests/golden/stale.received.usda");
    expect(project.read("tests/golden/stale.received.usda")).toBe(scene("50"));
    expect(project.read(STALE)).toBe(scene("35"));
    // Others are named after their test, for scenes and renders; an unused one is reported.
    expect(output).toContain(
      `Obsolete golden file ${OLD}: no test of tests/named.test.ts uses it. Run with -u to remove it`,
    );
    expect(project.list("tests/golden/named.test")).toEqual(["old.usda", ...named]);
    // No temporary file is left.
    expect(project.list("tests/golden")).toEqual(["named.test", "room.usda", "stale.received.usda", "stale.usda"]);
  });
});
