// Golden files in real vitest processes, which several test files share: each process costs seconds.

import { formatUsda, parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { scene } from "./test-support/golden-project.ts";
import { VitestProject } from "./test-support/vitest-project.ts";

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
const NEW = "tests/golden/room.usda";
const STALE = "tests/golden/stale.usda";
const OLD = "tests/golden/named.test/old.usda";
const NAMED_FILES: readonly unknown[] = [
  expect.stringMatching(/^the-room-empty-[0-9a-f]{8}\.png$/),
  expect.stringMatching(/^the-room-empty-[0-9a-f]{8}\.usda$/),
];

describe("golden files", { timeout: 120_000 }, () => {
  test("that are missing are written, and stale ones fail until -u writes them; others are kept", () => {
    using project = new VitestProject({
      "tests/room.test.ts": comparing("35", "golden/room.usda"),
      "tests/stale.test.ts": comparing("50", "golden/stale.usda"),
      "tests/named.test.ts": NAMED,
      [STALE]: scene("35"),
      [OLD]: scene("1"),
    });
    const { code, output } = project.run();
    expect(code).toBe(1);
    // A missing one is written.
    expect(output).toContain(`New golden file ${NEW}`);
    expect(output).toMatch(/Snapshots\s.*\b3 written/s);
    expect(output).toMatch(/Tests\s+1 failed \| 2 passed/);
    const written = project.read(NEW) ?? "";
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
    expect(project.list("tests/golden/named.test")).toEqual(["old.usda", ...NAMED_FILES]);
    // No temporary file is left.
    expect(project.list("tests/golden")).toEqual(["named.test", "room.usda", "stale.received.usda", "stale.usda"]);

    // A filter skips tests, so no file is known to be obsolete.
    expect(project.run(["-u", "-t", "none"]).output).not.toContain("bsolete");
    expect(project.read(OLD)).toBe(scene("1"));

    const update = project.run(["-u"]);
    expect(update).toMatchObject({ code: 0 });
    expect(update.output).toContain(`Updated golden file ${STALE}`);
    expect(update.output).toMatch(/Snapshots\s+1 updated/);
    expect(update.output).toContain(`Removed obsolete golden file ${OLD}`);
    expect(project.read(STALE)).toBe(scene("50"));
    expect(project.list("tests/golden/named.test")).toEqual(NAMED_FILES);
    expect(project.list("tests/golden")).toEqual(["named.test", "room.usda", "stale.usda"]);

    const last = project.run();
    expect(last).toMatchObject({ code: 0 });
    expect(last.output).not.toMatch(/golden file|Snapshots/);
  });
});
