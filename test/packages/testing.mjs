// What a user of the installed package writes without a test runner that it knows; `check:packages` type-checks and runs
// it. The folders next to this file have the tests for vitest and jest.
import { sceneMatchers, usdaSerializer } from "@usdkit/testing";
import { layerArbitrary } from "@usdkit/testing/arbitraries";
import { diffLayers } from "@usdkit/layer";
import { parseUsda, printUsda } from "@usdkit/usda";
import * as fc from "fast-check";

const scene = '#usda 1.0\n\ndef Xform "World"\n{\n    float size = 1\n}\n';

const same = sceneMatchers.toEqualScene.call({}, scene, scene.replace("= 1", "= 1.01"), { tolerance: 0.1 });
if (!same.pass) throw new Error(same.message());
const other = sceneMatchers.toEqualScene.call({}, scene, scene.replace("= 1", "= 2"));
if (other.pass || !other.message().includes("~ size  2 → 1")) throw new Error(other.message());
if (!sceneMatchers.toHavePrim.call({}, scene, "/World").pass) throw new Error("there is a prim");
if (!sceneMatchers.toHaveNoFindings.call({}, scene, { profile: "usda" }).pass) throw new Error("nothing is wrong");
if (!usdaSerializer.test(parseUsda(scene).layer)) throw new Error("a layer is to be serialized");

fc.assert(
  fc.property(layerArbitrary, (layer) => diffLayers(layer, parseUsda(printUsda(layer)).layer).length === 0),
  { numRuns: 20 },
);
