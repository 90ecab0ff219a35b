/** Lights of a glTF (`KHR_lights_punctual`). */
import type { AssetLight } from "../model/asset.ts";
import type { SkipCounter } from "../model/skip-counter.ts";
import { at } from "./check-gltf.ts";
import type { Gltf } from "./gltf-types.ts";
import type { NodePlaces } from "./node-matrices.ts";
import { oneMatrix } from "./transform-vertices.ts";

/** Lights beyond so many are left out: no renderer can use them. */
const MAX_LIGHTS = 4096;
/** The types of lights that the extension defines. */
const KINDS = ["directional", "point", "spot"] as const satisfies readonly AssetLight["kind"][];

/** Returns the lights that the scene shows; those of unknown types are skipped. @throws AssetError if a light does not exist */
export function readLights(
  { nodes, extensions }: Gltf,
  { drawn, matrices }: NodePlaces,
  skips: SkipCounter,
): readonly AssetLight[] {
  const lights = extensions?.KHR_lights_punctual?.lights ?? [];
  const found: AssetLight[] = [];
  for (const index of drawn) {
    const light = nodes[index].extensions?.KHR_lights_punctual?.light;
    if (light === undefined || found.length === MAX_LIGHTS) continue;
    const { type, color, intensity, range = null, spot } = at(lights, light, "lights", `nodes[${index}]`);
    const kind = KINDS.find((name) => name === type);
    if (kind === undefined) {
      skips.add("lightOfUnknownType");
      continue;
    }
    found.push({
      kind,
      color: [color[0], color[1], color[2]],
      intensity,
      range,
      innerAngle: spot?.innerConeAngle ?? 0,
      outerAngle: spot?.outerConeAngle ?? Math.PI / 4,
      matrix: Array.from(oneMatrix(matrices[index]).numbers),
    });
  }
  return found;
}
