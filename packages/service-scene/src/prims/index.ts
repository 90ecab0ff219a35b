/** The registry: a prim type is one file and one line here. */
import { camera } from "./camera.ts";
import type { PrimDefinition, PrimTypes } from "./definition.ts";
import { mesh } from "./mesh.ts";
import { particleField3DGaussianSplat } from "./particle-field-3d-gaussian-splat.ts";
import { renderSettings } from "./render-settings.ts";
import { scope } from "./scope.ts";
import { xform } from "./xform.ts";

/** The prim types that the service reads (spec 2.8). It ignores all others, unless a caller passes more of them. */
export const primTypes: PrimTypes = byName([xform, mesh, particleField3DGaussianSplat, camera, renderSettings, scope]);

/**
 * Returns the prim types of the service together with further ones, for the option `primTypes` of `readScene`, `validate` and
 * `Scene`. A definition takes the place of one with the same name.
 *
 * @example
 * new Scene({ primTypes: withPrimTypes(sphereLight) });
 */
export function withPrimTypes(...definitions: readonly PrimDefinition[]): PrimTypes {
  return new Map([...primTypes, ...byName(definitions)]);
}

function byName(definitions: readonly PrimDefinition[]): PrimTypes {
  return new Map(definitions.map((each) => [each.typeName, each]));
}
