import * as fc from "fast-check";
import { parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { isName, validName } from "@usdkit/layer";
import { isPrimPath } from "./names.ts";

describe("validName", () => {
  test.each([
    ["3 chairs!", "_3_chairs"],
    ["Chair", "Chair"],
    ["_", "_"],
    ["a__b", "a__b"],
    ["", "_"],
    ["!!!", "_"],
    ["Stühle/Küche", "Stühle_Küche"],
    ["椅子 2", "椅子_2"],
    ["🪑", "_"],
    ["a🪑b", "a_b"],
    ["e\u0301 x", "é_x"],
    ["__proto__", "__proto__"],
    ["a\ud800b", "a_b"],
  ])("makes %j into %j", (text, name) => {
    expect(validName(text)).toBe(name);
  });

  test("returns valid names, and does not change them", () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(texts, (text) => {
        const name = validName(text);
        expect(isName(name)).toBe(true);
        expect(validName(name)).toBe(name);
        expect(parseUsda(`#usda 1.0\ndef "${name}"\n{\n}\n`).layer.root.children[0]?.name).toBe(name);
      }),
    );
  });
});

test.each([["/A"], ["/A/_b/é"], ["/__proto__"]])("%j is a prim path", (path) => {
  expect(isPrimPath(path)).toBe(true);
});

test.each([[""], ["/"], ["A"], ["/A/"], ["/A//B"], ["/A.b"], ["/A{v=x}"], [5]])("%j is not a prim path", (path) => {
  expect(isPrimPath(path)).toBe(false);
});
