/** Checks names of prims. */
import { isName, validName } from "@usdkit/layer";
import { invalidValue, type Named } from "./scene-error.ts";

/** @throws SceneError if the text is not a valid name */
export function checkName(parent: Named, name: unknown): asserts name is string {
  if (isName(name)) return;
  const hint =
    typeof name === "string"
      ? `validName(text) would make it ${JSON.stringify(validName(name).slice(0, 80))}`
      : undefined;
  throw invalidValue(parent.path, undefined, name, {
    expected: "a name (letters, digits and _, no digit first)",
    hint,
  });
}

/** Returns whether a text is an absolute path of a prim, without variant selections: `/A/B`. */
export function isPrimPath(text: unknown): boolean {
  return typeof text === "string" && text.length > 1 && text.startsWith("/") && text.slice(1).split("/").every(isName);
}
