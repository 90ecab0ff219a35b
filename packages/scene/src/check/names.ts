/** Names of prims, and names made from any text. */
import { invalidValue, type Named } from "./scene-error.ts";

/** As the format has it: Unicode's XID_Start or `_`, then XID_Continue. */
const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;
const STARTS = /^[\p{XID_Start}_]/u;
const UNFIT = /\P{XID_Continue}+/gu;

/** True for what can be a prim's name. */
export function isName(text: unknown): boolean {
  return typeof text === "string" && IDENTIFIER.test(text);
}

/**
 * A prim name from any text. A text that is a name stays as it is; of others each run of characters that no name can have
 * becomes one `_`, those at the ends go, and a `_` is put before what cannot begin a name. Letters of every script stay.
 *
 * Two texts may give one name: `uniqueName` of a scene or a container also looks at the siblings.
 *
 * @example
 * validName("3 chairs!"); // "_3_chairs"
 * validName("Stühle/Küche"); // "Stühle_Küche"
 * validName(""); // "_"
 */
export function validName(text: string): string {
  if (isName(text)) return text;
  const words = text
    .normalize("NFC")
    .split(UNFIT)
    .filter((word) => word !== "");
  const joined = words.join("_");
  return STARTS.test(joined) ? joined : `_${joined}`;
}

/** @throws SceneError where the text is no name */
export function checkName(parent: Named, name: unknown): asserts name is string {
  if (isName(name)) return;
  const hint =
    typeof name === "string"
      ? `validName(text) would make it ${JSON.stringify(validName(name).slice(0, 80))}`
      : undefined;
  throw invalidValue(parent.path, undefined, name, "a name (letters, digits and _, no digit first)", hint);
}

/** True for `/A/B`: an absolute path of a prim, without variant selections. */
export function isPrimPath(text: unknown): boolean {
  return typeof text === "string" && text.length > 1 && text.startsWith("/") && text.slice(1).split("/").every(isName);
}
