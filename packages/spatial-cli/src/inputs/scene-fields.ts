/** Fields of the request that submits a scene or opens its stream, from flags and `--extra`. */
import type { Options } from "@usdkit/command/cli/command";
import { pickFields, renderSceneRequestSchema, type RenderSceneRequest } from "@usdkit/contract";
import { EXTRA, mergeFields, readExtra, readFlags, requestFlags, type ExtraArguments } from "./request-flags.ts";

const REQUEST = { schema: renderSceneRequestSchema, type: "RenderSceneRequest", own: ["usdContent"] } as const;

export const SCENE_FIELDS: Readonly<Record<string, Options>> = { ...requestFlags(REQUEST), ...EXTRA };

/** @throws {UsageError} for a field given twice, and for text that is not FIELD=JSON. */
export function sceneFields(args: ExtraArguments): Partial<Omit<RenderSceneRequest, "usdContent">> {
  const { known, extra } = readExtra(REQUEST, args);
  // The scene is the command's argument.
  const merged = mergeFields({ usdContent: "", ...readFlags(REQUEST, args) }, known);
  const { usdContent: _, ...fields } = pickFields(renderSceneRequestSchema, { ...merged, extra });
  return fields;
}
