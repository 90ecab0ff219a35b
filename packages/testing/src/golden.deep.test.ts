// Campaign: Golden files written, stale, unused, updated, in CI, within tolerance, broken, of concurrent tests and inline, in real vitest processes

import { formatUsda, parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { GOLDEN, GOLDEN_FILES, NAMED_FILES, OLD, scene, STALE, testOf } from "./test-support/golden-project.ts";
import { VitestProject } from "./test-support/vitest-project.ts";

const named: readonly unknown[] = NAMED_FILES.map((name): unknown => expect.stringMatching(name));

describe("a golden file", { timeout: 600_000 }, () => {
  test("is not written in CI", () => {
    using project = new VitestProject(testOf("35"));
    const { code, output } = project.run([], { CI: "true" });
    expect(code).toBe(1);
    expect(output).toContain("There is no golden file tests/golden/room.usda, and none is written in CI");
    expect(project.read(GOLDEN)).toBeUndefined();
  });

  test("within tolerance passes, and -u does not change it or its comments", () => {
    const golden = `${scene("35.0000001")}# A note.\n`;
    using project = new VitestProject({ ...testOf("35", ", { tolerance: 1e-5 }"), [GOLDEN]: golden });
    expect(project.run()).toMatchObject({ code: 0 });
    expect(project.run(["-u"])).toMatchObject({ code: 0 });
    expect(project.read(GOLDEN)).toBe(golden);
  });

  test("that does not parse fails, and -u writes it", () => {
    using project = new VitestProject({ ...testOf("35"), [GOLDEN]: "#usda 1.0\n\u001b]0;title\u0007def" });
    const { code, output } = project.run();
    expect(code).toBe(1);
    expect(output).toContain("The golden file tests/golden/room.usda is not valid USDA");
    expect(output).not.toContain("\u001b]0;");
    expect(project.run(["-u"])).toMatchObject({ code: 0 });
    expect(project.read(GOLDEN)).toBe(scene("35"));
  });

  test("concurrent tests pass with one each; two tests with the same one fail", () => {
    const body = `import { test } from "vitest";
import { formatUsda, parseUsda } from "@usdkit/usda";
const scene = (n) => "#usda 1.0\\ndef \\"A" + n + "\\"\\n{\\n}\\n";
for (const n of [1, 2, 3, 4]) {
  test.concurrent("scene " + n, async ({ expect }) => {
    await new Promise((resolve) => setTimeout(resolve, 20 - n * 4));
    expect(parseUsda(scene(n)).layer).toMatchScene("golden/" + n + ".usda");
    expect(new TextEncoder().encode(scene(n))).toMatchScene("golden/" + n + ".usda");
    expect({ toUsda: () => scene(n) }).toMatchScene("golden/" + n + ".usda");
  });
}
`;
    const same = `import { expect, test } from "vitest";
test("one", () => expect('#usda 1.0\\ndef "A"\\n{\\n}\\n').toMatchScene("golden/same.usda"));
test("two", () => expect('#usda 1.0\\ndef "B"\\n{\\n}\\n').toMatchScene("golden/same.usda"));
`;
    using project = new VitestProject({ "tests/many.test.ts": body, "tests/same.test.ts": same });
    expect(project.run(["many"]).output).toMatch(/Snapshots\s+4 written/);
    expect(project.list("tests/golden")).toEqual(["1.usda", "2.usda", "3.usda", "4.usda"]);
    expect(project.run(["many"], { CI: "1" })).toMatchObject({ code: 0 });
    const { code, output } = project.run(["same", "-u"]);
    expect(code).toBe(1);
    expect(output).toContain("Another test of this file wrote another scene to the golden file tests/golden/same.usda");
  });

  test("is typed, and scenes in inline snapshots are text", () => {
    using project = new VitestProject({
      "tests/inline.test.ts": `import { expect, test } from "vitest";
import { formatUsda, parseUsda } from "@usdkit/usda";
test("inline", () => {
  expect(parseUsda('#usda 1.0\\ndef "A"\\n{\\n}\\n').layer).toMatchInlineSnapshot();
});
`,
    });
    expect(project.run(["-u"])).toMatchObject({ code: 0 });
    expect(project.read("tests/inline.test.ts")).toContain('    #usda 1.0\n\n    def "A"\n    {\n    }\n');
  });

  test("that is stale or unused is written or removed by -u", () => {
    using project = new VitestProject(GOLDEN_FILES);
    expect(project.run()).toMatchObject({ code: 1 });
    // A filter skips tests, so no file is known to be obsolete.
    expect(project.run(["-u", "-t", "none"]).output).not.toContain("bsolete");
    expect(project.read(OLD)).toBe(scene("1"));

    const update = project.run(["-u"]);
    expect(update).toMatchObject({ code: 0 });
    expect(update.output).toContain(`Updated golden file ${STALE}`);
    expect(update.output).toMatch(/Snapshots\s+1 updated/);
    expect(update.output).toContain(`Removed obsolete golden file ${OLD}`);
    expect(project.read(STALE)).toBe(scene("50"));
    expect(project.list("tests/golden/named.test")).toEqual(named);
    expect(project.list("tests/golden")).toEqual(["named.test", "room.usda", "stale.usda"]);

    const last = project.run();
    expect(last).toMatchObject({ code: 0 });
    expect(last.output).not.toMatch(/golden file|Snapshots/);
  });
});

describe("golden files", { timeout: 600_000 }, () => {
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
