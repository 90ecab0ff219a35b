/** Checks of names and paths that edits write. Without them, a name could end the statement that it is written in. */
import { quote } from "@usdkit/base";
import { nearestName } from "@usdkit/layer";
import { schemaOf, schemas } from "@usdkit/schemas";
import { isCxxNamespacedIdentifier, isNamespacedIdentifier, isVariantName } from "@usdkit/usda";
import { NO_PATH, ROOT_PATH, type PathTable } from "../paths/path-table.ts";
import { StageEditError } from "./stage-edit-error.ts";

const NAME_HINT = "Names have letters, digits and _, and do not start with a digit";

/** @throws StageEditError if it is not the name of a property */
export function checkPropertyName(name: string): void {
  if (isNamespacedIdentifier(name)) return;
  throw new StageEditError(`Expected identifiers joined by ":" as the name of a property, found ${quote(name)}`, {
    hint: NAME_HINT,
  });
}

/** @throws StageEditError if it is not the name of a prim type; "" is that of prims without a type */
export function checkTypeName(name: string): void {
  if (name === "" || isCxxNamespacedIdentifier(name)) return;
  throw new StageEditError(`Expected a type name, found ${quote(name)}`, { hint: NAME_HINT });
}

/** Returns the type of OpenUSD that was probably meant by a name; undefined if it is one, or close to none. */
export function intendedType(name: string): string | undefined {
  if (name === "" || schemaOf(name) !== undefined) return undefined;
  const types = [...schemas.values()].filter(({ kind }) => kind === "concrete");
  return nearestName(
    name,
    types.map((each) => each.name),
  );
}

/** @throws StageEditError if they are not the names of a variant set and of a variant; expressions and "" are selections */
export function checkSelection(set: string, variant: string | null): void {
  if (set === "") throw new StageEditError('A selection needs the name of a variant "set"');
  const isName = variant === null || variant.startsWith("`") || isVariantName(variant);
  if (isVariantName(set) && isName) return;
  throw new StageEditError(
    `Expected the name of a variant ${isName ? "set" : ""}, found ${quote(isName ? set : (variant ?? ""))}`.replace(
      " ,",
      ",",
    ),
    { hint: "Names of variants have letters, digits, _, | and -" },
  );
}

/** @throws StageEditError if it is not the absolute path of a prim */
export function checkPrimPath(paths: PathTable, prim: string): void {
  const id = prim.includes(".") ? NO_PATH : paths.parse(prim);
  if (id !== NO_PATH && id !== ROOT_PATH && prim.startsWith("/") && !paths.hasVariants(id)) return;
  throw new StageEditError(`Expected the absolute path of a prim for "prim", found ${quote(prim)}`);
}

/** @throws StageEditError if it cannot be written as an asset path */
export function checkAssetPath(asset: string): void {
  // oxlint-disable-next-line no-control-regex -- they are what is searched for
  if (!/[\u0000-\u001f\u007f]/u.test(asset)) return;
  throw new StageEditError(`Expected an asset path without control characters, found ${quote(asset)}`);
}

/** Each prim of a path is composed: what a hostile list names must not take minutes. */
const MAX_DEPTH = 1000;

/** @throws StageEditError if the path of a prim has too many names */
export function checkDepth(path: string): void {
  let depth = 0;
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) depth++;
  if (depth <= MAX_DEPTH) return;
  throw new StageEditError(`Expected the path of a prim at most ${MAX_DEPTH} levels below the root, found ${depth}`);
}

/** @throws StageEditError if it is the path of a prototype, whose name differs from one stage to the next */
export function checkPrototype(prim: string): void {
  if (!prim.startsWith("/__Prototype_")) return;
  throw new StageEditError(`${quote(prim)} is the prototype of instances`, {
    hint: "Edit a layer behind the instance: name it as the target, with the path below the instance",
  });
}

/** Returns a value of JSON for a message; nesting does not deepen the call stack. */
export function shownValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

const MAX_SHOWN = 60;
