/** Checks the names of specs, so that no path, and no text of a layer, can be read as something else. */
import { isName } from "@usdkit/layer";
import { CrateError, type Report } from "../bytes/crate-diagnostic.ts";
import type { CrateModel } from "../layer/crate-model.ts";

/** What was found out about a token: one may be the name of properties and of prims. */
const SOUND_PROPERTY = 1;
const SOUND_ELEMENT = 2;

/**
 * Reports specs whose name no path can have: the reference has no path for them, and refuses the file. A variant may have a name
 * that text cannot write, which the reference opens, but no character that ends its element of a path.
 */
export function checkNames(model: CrateModel, report: Report): void {
  const { tokens, paths, specPaths, specSection } = model.structure;
  const known = new Uint8Array(tokens.length);
  for (const path of specPaths) {
    if (paths.isRoot(path)) continue;
    const token = paths.elements[path];
    const isProperty = paths.properties[path] !== 0;
    const sound = isProperty ? SOUND_PROPERTY : SOUND_ELEMENT;
    if ((known[token] & sound) !== 0) continue;
    const problem = tokens.isAsciiIdentifier(token, isProperty) ? "" : problemOf(tokens.text(token), isProperty);
    if (problem === "") known[token] |= sound;
    else report(new CrateError("USDC_PATH", specSection.start, `${JSON.stringify(paths.text(path))}: ${problem}`));
  }
}

/** What is wrong with the last element of a path, "" for nothing. */
function problemOf(element: string, isProperty: boolean): string {
  if (!element.isWellFormed()) return "the name is not UTF-8";
  const text = JSON.stringify(element);
  if (isProperty)
    return isPropertyName(element) ? "" : `${text} is not the name of a property: identifiers, joined by ":"`;
  if (element.startsWith("[")) return "";
  if (element.startsWith("{"))
    return /^\{[^{}=]+=[^{}=]*\}$/.test(element) ? "" : `${text} is not a selection of a variant`;
  if (element.startsWith(".")) {
    // An attribute of a target, an argument of a mapper, `.expression`, or the mapper of a target.
    const isSound = isPropertyName(element.slice(1)) || element.startsWith(".mapper[");
    return isSound ? "" : `${text} is not part of a property`;
  }
  return isName(element) ? "" : `${text} is not the name of a prim: letters, digits and "_", no digit first`;
}

function isPropertyName(text: string): boolean {
  return text.split(":").every(isName);
}
