/** Names of prims, and how they are made from any text. */

/** As in the format: Unicode's XID_Start or `_`, then XID_Continue. */
const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;
const STARTS = /^[\p{XID_Start}_]/u;
const UNFIT = /\P{XID_Continue}+/gu;

/** Returns whether a text is a valid name of a prim. */
export function isName(text: unknown): boolean {
  return typeof text === "string" && IDENTIFIER.test(text);
}

/**
 * Returns a prim name made from any text. A valid name stays as it is; otherwise each run of characters that no name can have
 * becomes one `_`, those at the ends are removed, and a `_` precedes what cannot begin a name. Letters of every script stay.
 *
 * Two texts may give one name: `uniqueName` of a scene or a container of `@usdkit/scene` also looks at the siblings.
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
