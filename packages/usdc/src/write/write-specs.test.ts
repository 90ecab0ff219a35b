import type { Layer } from "@usdkit/layer";
import { makeLayer } from "@usdkit/layer";
import { expect, it } from "vitest";
import { layerOf, writeText } from "../test-support/written-crate.ts";
import { writeUsdc } from "./write-usdc.ts";

it("has the type of a prim once, whether its statement or its metadata has it", () => {
  const inMetadata = writeUsdc(layerOf('def "A" ( typeName = "Mesh" ) { }'));
  expect(Buffer.from(inMetadata).equals(writeUsdc(layerOf('def Mesh "A" { }')))).toBe(true);
});

it("leaves out what readers take a property without: not custom, attributes that vary", () => {
  const { reps } = writeText('def "A" {\nfloat x = 1\ncustom uniform float y = 1\nrel r = </A>\n}');
  const fieldsOf = (path: string): readonly string[] =>
    [...reps.keys()].filter((key) => key.startsWith(`${path} `)).map((key) => key.slice(path.length + 1));
  expect(fieldsOf("/A.x")).toEqual(["typeName", "default"]);
  expect(fieldsOf("/A.y")).toEqual(["custom", "variability", "typeName", "default"]);
  expect(fieldsOf("/A.r")).toEqual(["variability", "targetPaths"]);
});

/** Returns a layer with a prim whose properties cannot be read. */
function failing(error: Error): Layer {
  const { root, ...rest } = makeLayer({ children: [{ name: "A" }] });
  const prim = new Proxy(root.children[0], {
    get: (target, key) => {
      if (key === "properties") throw error;
      return Reflect.get(target, key) as unknown;
    },
  });
  const children = [prim];
  return {
    ...rest,
    root: new Proxy(root, {
      get: (target, key) => (key === "children" ? children : (Reflect.get(target, key) as unknown)),
    }),
  };
}

it("passes errors of the layer itself on as they are", () => {
  const error = new TypeError("Closed");
  expect(() => writeUsdc(failing(error))).toThrow(error);
});

it("names the spec once in an error", () => {
  const layer = layerOf('def "A" {\nfloat x (displayUnit = cm)\n}');
  expect(() => writeUsdc(layer)).toThrow(/^A crate cannot hold the field displayUnit \(at "\/A\.x"\)$/u);
});
