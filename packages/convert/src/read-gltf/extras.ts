import type { Extras } from "../model/extras.ts";
import type { JsonObject } from "./gltf-file.ts";

/** Returns the `extras` of a part of the JSON; a value that is no object is the member `extras` of one. */
export function extrasOf(part: JsonObject | undefined): Extras {
  const extras = part?.["extras"];
  if (extras === undefined || extras === null) return undefined;
  if (typeof extras === "object" && !Array.isArray(extras)) {
    return Object.keys(extras).length === 0 ? undefined : (extras as Record<string, unknown>);
  }
  return { extras };
}

/** Returns the name of a part of the JSON; "" without one. */
export function nameOf(part: JsonObject | undefined): string {
  const name = part?.["name"];
  return typeof name === "string" ? name : "";
}
