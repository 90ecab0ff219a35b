/** Renames prims and properties, and the paths to them in the same layer. */
import type { ByteRange, Layer, PrimLike, PropertySpec } from "@usdkit/layer";
import { quote } from "@usdkit/base";
import { stripVariantSelections } from "@usdkit/layer";
import { isIdentifier, isNamespacedIdentifier } from "../scan/identifiers.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { primAt, propertyAt } from "./edits.ts";
import { nameReferences, pathReferences, type Rename } from "./references.ts";
import { ownerParts, propertyParts, sourceOf } from "./statement-parts.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { mergeEdits } from "../text-edits/text-edit.ts";

/**
 * Returns the edits that rename a prim and every path of the layer that leads to it or through it: relationship
 * targets, attribute connections, inherits, specializes, references and payloads without an asset, relocates;
 * `defaultPrim`, and the names in `reorder nameChildren` and `reorder rootPrims`.
 *
 * Unchanged: other layers, paths within strings (path expressions, documentation), and, where the layer has another
 * prim that composes to the same path (in another variant), the paths.
 *
 * ```ts
 * renamePrim(layer, "/World/Chair", "Seat"); // </World/Chair/Legs> becomes </World/Seat/Legs>
 * ```
 *
 * @throws EditError if there is no such prim, or the new name is invalid or taken
 */
export function renamePrim(layer: Layer, path: string, newName: string): TextEdit[] {
  return renamePrims(layer, [{ path, newName }]);
}

/**
 * Returns the edits that rename several prims, as {@link renamePrim} does one. All paths are those before the renames.
 *
 * @throws EditError as {@link renamePrim} does, and if two of them change the same text
 */
export function renamePrims(layer: Layer, renames: readonly Rename[]): TextEdit[] {
  const edits: TextEdit[] = [];
  const followed: Rename[] = [];
  for (const { path, newName } of renames) {
    const prim = primAt(layer, path);
    if (!isIdentifier(newName))
      throw new EditError(`Expected an identifier as the name of a prim, found ${quote(newName)}`);
    if (newName === prim.name) continue;
    if (prim.parent.children.some((child) => child.name === newName)) {
      throw new EditError(`${quote(path)} cannot become ${quote(newName)}: ${quote(prim.parent.path)} has such a prim`);
    }
    edits.push({ ...ownerParts(layer, prim).name, text: newName }, ...nameReferences(layer, prim, newName));
    if (!composesElsewhere(layer, path)) followed.push({ path, newName });
  }
  return mergeEdits(edits, pathReferences(layer, followed));
}

/**
 * Returns the edits that rename a property in all its statements, in the paths of the layer that lead to it, and in
 * `reorder properties`.
 *
 * ```ts
 * renameProperty(layer, "/World/Main.lens", "focalLength");
 * ```
 *
 * @throws EditError if there is no such property, or the new name is invalid or taken
 */
export function renameProperty(layer: Layer, path: string, newName: string): TextEdit[] {
  const property: PropertySpec = propertyAt(layer, path);
  if (!isNamespacedIdentifier(newName)) {
    throw new EditError(`Expected identifiers joined by ":" as the name of a property, found ${quote(newName)}`);
  }
  if (newName === property.name) return [];
  if (property.parent.properties.some((each) => each.name === newName)) {
    throw new EditError(
      `${quote(path)} cannot become ${quote(newName)}: ${quote(property.parent.path)} has such a property`,
    );
  }
  const statements = propertyNameRanges(layer, property).map((each) => ({ ...each, text: newName }));
  const names = nameReferences(layer, property, newName);
  const isShared = composesElsewhere(layer, path);
  const paths = isShared ? [] : pathReferences(layer, [{ path, newName }]);
  return mergeEdits(statements, names, paths);
}

/** Returns the range of a property's name in each of its statements. */
export function propertyNameRanges(layer: Layer, { statements }: PropertySpec): ByteRange[] {
  const bytes = sourceOf(layer);
  return statements.map((each) => propertyParts(bytes, each).name);
}

/** Returns whether a spec at another path composes to the same prim: `/A{v=x}B` and `/A{v=y}B`. */
function composesElsewhere(layer: Layer, path: string): boolean {
  const composed = stripVariantSelections(path);
  const stack: PrimLike[] = [layer.root];
  for (let spec = stack.pop(); spec !== undefined; spec = stack.pop()) {
    for (const each of [...spec.children, ...spec.properties]) {
      const other = stripVariantSelections(each.path);
      if (other === composed && each.path !== path) return true;
      if (each.specType === "prim" && composed.startsWith(other)) stack.push(each);
    }
    stack.push(...spec.variantSets.flatMap(({ variants }) => variants));
  }
  return false;
}
