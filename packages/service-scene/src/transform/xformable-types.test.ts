import { expect, test } from "vitest";
import { primTypes } from "../prims/index.ts";
import { xformableTypes } from "./xformable-types.ts";

test("the types of the service are transformable as in the format", () => {
  for (const [name, { isTransformable }] of primTypes)
    expect([name, xformableTypes.has(name)]).toEqual([name, isTransformable]);
});

test("every type that inherits Xformable, and no abstract or other type", () => {
  for (const name of ["ParticleField", "SkelRoot", "PluginLight", "SpatialAudio"])
    expect(xformableTypes).toContain(name);
  for (const name of ["Xformable", "Gprim", "Scope", "Material", "GeomSubset", ""])
    expect(xformableTypes).not.toContain(name);
});
