/** The registry: a prim type is one file and one line here. */
import { camera } from "./camera.ts";
import type { PrimDefinition } from "./definition.ts";
import { mesh } from "./mesh.ts";
import { particleField3DGaussianSplat } from "./particle-field-3d-gaussian-splat.ts";
import { renderSettings } from "./render-settings.ts";
import { scope } from "./scope.ts";
import { xform } from "./xform.ts";

/** Every prim type that the service reads, by its name in the text (spec 2.8). All other types are ignored. */
export const primDefinitions: ReadonlyMap<string, PrimDefinition> = new Map(
  [xform, mesh, particleField3DGaussianSplat, camera, renderSettings, scope].map((each) => [each.typeName, each]),
);
