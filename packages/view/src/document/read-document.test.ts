import { parseUsda } from "@usdkit/usda";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_EDITOR_BYTES } from "./editor-limit.ts";
import { readFileView, readTextView } from "./read-document.ts";
import { TextOffsets } from "./text-offsets.ts";

const SCENE = `#usda 1.0
(
    startTimeCode = 1
    endTimeCode = 48
    timeCodesPerSecond = 12
)
def Xform "World"
{
    def Mesh "Chäir" (
        payload = @asset:/mesh/chair@
        active = false
    )
    {
    }
    def Camera "Main" (
        prepend variantSets = "lens"
    )
    {
        float focalLenght = 35
        matrix4d xformOp:transform.timeSamples = {
            0: ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)),
            24: ((1,0,0,0),(0,1,0,0),(0,0,1,0),(2,0,0,1)),
        }
        variantSet "lens" = {
            "wide" {
            }
        }
    }
}
`;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("a text", () => {
  test("has a tree with source ranges, findings with fixes, a plan and times", async () => {
    const view = await readFileView(bytes(SCENE));
    expect(view).toMatchObject({ text: SCENE, readOnly: null, hiddenPrims: 0 });
    expect(
      view.tree.map(({ path, kind, depth, notes, start, endLine }) => [path, kind, depth, notes, start, endLine]),
    ).toEqual([
      ["/World", "prim", 0, [], { line: 7, column: 12 }, 29],
      ["/World/Chäir", "prim", 1, ["inactive"], { line: 9, column: 15 }, 14],
      ["/World/Main", "prim", 1, [], { line: 15, column: 17 }, 28],
      ["/World/Main{lens=}", "variantSet", 2, [], expect.anything(), 27],
      ["/World/Main{lens=wide}", "variant", 3, [], expect.anything(), 26],
    ]);
    const misspelled = view.findings.find(({ rule }) => rule === "name-misspelled");
    expect(misspelled).toMatchObject({ severity: "warning", primPath: "/World/Main", start: { line: 19, column: 9 } });
    const [edit] = misspelled?.fixes[0]?.edits ?? [];
    // In UTF-16 units, although there is an ä before it.
    expect(edit && SCENE.slice(0, edit.from) + edit.text + SCENE.slice(edit.to)).toContain("float focalLength = 35");
    expect(view.counts.error + view.counts.warning + view.counts.info).toBe(view.findings.length);
    expect(view.plan).toMatchObject({ form: "scene", camera: { path: "/World/Main" }, items: [] });
  });

  test("that is broken has findings and a partial tree", () => {
    const view = readTextView('#usda 1.0\ndef Xform "A"\n{\n    int x = "<img onerror=1>"\n}\ndef "B"\n{\n');
    expect(view.counts.error).toBeGreaterThan(0);
    expect(view.findings.map(({ rule }) => rule)).toContain("usda-syntax");
    expect(view.tree.map(({ path }) => path)).toContain("/A");
  });

  test("of any content has a view", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const view = readTextView(`#usda 1.0\n${text}`);
        expect(view.tree.length).toBeGreaterThanOrEqual(0);
        expect(view.source.length).toBeGreaterThan(9);
      }),
      { numRuns: 30 },
    );
  });

  test("beyond the limit is left out of the editor, but has everything else", async () => {
    const filler = `#${" ".repeat(1 << 20)}\n`.repeat(MAX_EDITOR_BYTES / 2 ** 20 + 1);
    const view = await readFileView(bytes(`#usda 1.0\n${filler}def "A"\n{\n}\n`));
    expect(view.text).toBeNull();
    expect(view.readOnly).toMatch(/has 21 MiB, and the editor shows at most 20 MiB/);
    expect(view.tree).toMatchObject([{ path: "/A", start: { line: 23 } }]);
  });

  test("of deeply nested prims is read", () => {
    const depth = 2_000;
    const text = `#usda 1.0\n${'def "A"\n{\n'.repeat(depth)}${"}\n".repeat(depth)}`;
    const { tree } = readTextView(text);
    expect(tree.at(-1)?.depth).toBe(tree.length - 1);
  });
});

describe("a binary file", () => {
  test("is shown as text, read-only", async () => {
    const { writeUsdc } = await import("@usdkit/usdc");
    const { layer } = parseUsda('#usda 1.0\ndef Xform "World"\n{\n    int x = 3\n}\n');
    const view = await readFileView(writeUsdc(layer));
    expect(view.text).toContain("int x = 3");
    expect(view.readOnly).toMatch(/binary/);
    expect(view.tree).toMatchObject([{ path: "/World", start: { line: 3 } }]);
  });

  test.each(["PXR-USDC", "PK\u0003\u0004 and nothing else"])(
    "that is damaged is an error with the byte",
    async (text) => {
      await expect(readFileView(bytes(text))).rejects.toThrow(/^byte \d+: /);
    },
  );
});

test("offsets in UTF-16 units are those of the decoded text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), fc.nat(400), fc.nat(40), (text, times, at) => {
      const whole = text.repeat(times);
      const before = Array.from(whole)
        .slice(0, at * times)
        .join("");
      expect(new TextOffsets(bytes(whole)).at(bytes(before).length)).toBe(before.length);
    }),
  );
});
