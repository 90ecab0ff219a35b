// The matchers in vitest, as a user of the installed package calls them.
import "@usdkit/testing/vitest";
import { layerArbitrary } from "@usdkit/testing/arbitraries";
import { parseUsda } from "@usdkit/usda";
import * as fc from "fast-check";
import { expect, test } from "vitest";

const scene = '#usda 1.0\n\ndef Xform "World"\n{\n    float size = 1\n}\n';

test("matchers", () => {
  expect(scene).toMatchScene("golden/scene.usda", { tolerance: 0.1 });
  expect(scene).toEqualScene(parseUsda(scene).layer);
  expect(scene).toHavePrim("/World");
  expect(scene).toHaveNoFindings({ profile: "usda" });
  expect(() => expect(scene).toHavePrim("/Wordl")).toThrow("  /World");
  expect(parseUsda('#usda 1.0\n\ndef "A"\n{\n}\n').layer).toMatchInlineSnapshot(`
    #usda 1.0

    def "A"
    {
    }
  `);
  // @ts-expect-error a path is wanted
  expect(() => expect(scene).toHavePrim(5)).toThrow();
});

test("arbitraries", () => {
  fc.assert(
    fc.property(layerArbitrary, (layer) => {
      expect(layer).toEqualScene(layer);
    }),
    { numRuns: 10 },
  );
});
