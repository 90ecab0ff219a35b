/** Lights of glTF: KHR_lights_punctual. */
import { quote } from "@usdkit/base";
import * as z from "zod";
import { ConvertError } from "../errors/convert-error.ts";
import type { LightModel } from "../model/light.ts";
import { extrasOf } from "./extras.ts";
import { extensionOf, type GltfFile, type JsonObject } from "./gltf-file.ts";
import { parsed, pointer } from "./pointer.ts";

const NAME = "KHR_lights_punctual";
const KINDS = ["directional", "point", "spot"] as const;
const LIST = `/extensions/${NAME}/lights`;

const schema = z.object({
  type: z.enum(KINDS),
  name: z.string().default(""),
  color: z.tuple([z.number(), z.number(), z.number()]).default([1, 1, 1]),
  intensity: z.number().min(0).default(1),
  range: z.number().positive().optional(),
  spot: z
    .object({
      innerConeAngle: z.number().min(0).default(0),
      outerConeAngle: z
        .number()
        .positive()
        .default(Math.PI / 4),
    })
    .optional(),
});

function listOf({ json }: GltfFile): readonly JsonObject[] {
  const lights = extensionOf(json, NAME)?.["lights"];
  return Array.isArray(lights) ? (lights as readonly JsonObject[]) : [];
}

/** Returns the lights; null for one that is left out, which is reported. */
export function readLights(file: GltfFile): readonly (LightModel | null)[] {
  return listOf(file).map((raw, i) => {
    const source = pointer(LIST, i);
    const given = raw["type"];
    if (typeof given === "string" && !KINDS.some((kind) => kind === given)) {
      const expected = 'expected "directional", "point" or "spot"';
      file.losses.add(`${source}/type`, `Lights of the type ${quote(given)} are left out: ${expected}`);
      return null;
    }
    const { type, name, color, intensity, range, spot } = parsed(schema, raw, source);
    const { innerConeAngle = 0, outerConeAngle = Math.PI / 4 } = spot ?? {};
    return {
      name,
      source,
      kind: type,
      color,
      intensity,
      range: range ?? null,
      innerAngle: innerConeAngle,
      outerAngle: outerConeAngle,
      extras: extrasOf(raw),
    };
  });
}

/** Returns the index of a node's light; null without one. */
export function nodeLight(file: GltfFile, node: JsonObject | undefined, source: string): number | null {
  const extension = extensionOf(node, NAME);
  if (extension === undefined) return null;
  const at = pointer(source, "extensions", NAME);
  const { light } = parsed(z.object({ light: z.int().min(0) }), extension, at);
  const { length } = listOf(file);
  if (light < length) return light;
  throw new ConvertError(`${at}/light`, `Light ${light} does not exist; the file has ${length}`);
}
