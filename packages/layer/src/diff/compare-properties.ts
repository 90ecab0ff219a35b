/** Compares two properties: declaration, values, samples, spline, lists and metadata. */
import type { AttributeSpec, PropertySpec, RelationshipSpec, Value } from "../model/types.ts";
import { sameDictionary } from "./compare-dictionaries.ts";
import { compareFields } from "./compare-fields.ts";
import { compareListOps, pathItems } from "./compare-lists.ts";
import { compareSamples } from "./compare-samples.ts";
import { compareSplines } from "./compare-spline.ts";
import type { Unlike } from "./compare-values.ts";
import { compareValues } from "./compare-values.ts";
import type { SpecContext } from "./spec-context.ts";
import type { DeclarationDifference } from "./types.ts";

/** Everything that a property authors except its declaration and metadata. */
type Opinions = Partial<Pick<AttributeSpec, "typeName" | "timeSamples" | "spline" | "connectionPaths">> &
  Partial<Pick<RelationshipSpec, "targetPaths">>;

/** Reports every difference between two properties of the same name. */
export function compareProperties(before: PropertySpec, after: PropertySpec, context: SpecContext): void {
  const path = (): string => after.path;
  const { comparison, emit } = context;
  const declare = (what: DeclarationDifference["what"], left: string | boolean, right: string | boolean): void => {
    if (left !== right) emit({ kind: "declaration", path: path(), what, before: left, after: right });
  };
  const [a, b] = [opinionsOf(before), opinionsOf(after)];
  declare("specType", before.specType, after.specType);
  // Fields that only one kind of property has, such as a type, add nothing to that.
  if (before.specType === after.specType) declare("typeName", a.typeName ?? "", b.typeName ?? "");
  declare("custom", before.custom, after.custom);
  declare("variability", before.variability, after.variability);
  compareDefaults(before, after, context);
  compareSamples(path, a.timeSamples, b.timeSamples, context);
  compareSplines(path, a.spline, b.spline, context);
  for (const field of ["connectionPaths", "targetPaths"] as const) {
    const [left, right] = [a[field], b[field]];
    if (left === undefined && right === undefined) continue;
    for (const change of compareListOps(left, right, pathItems, comparison)) {
      emit({ kind: "list", path: path(), field, ...change });
    }
  }
  compareFields(before, after, context);
}

/** A relationship can contain the fields of an attribute of the same name that was merged into it. */
function opinionsOf(spec: PropertySpec): Opinions {
  if (spec.specType === "attribute") {
    const { typeName, timeSamples, spline, connectionPaths } = spec;
    return { typeName, timeSamples, spline, connectionPaths };
  }
  return { ...spec.merged, targetPaths: spec.targetPaths };
}

function defaultOf(spec: PropertySpec): Value | undefined {
  if (spec.specType === "attribute") return spec.defaultValue;
  if (spec.defaultTarget !== undefined) return { kind: "path", path: spec.defaultTarget };
  return spec.merged?.defaultValue;
}

function compareDefaults(before: PropertySpec, after: PropertySpec, { comparison, emit }: SpecContext): void {
  const [left, right] = [defaultOf(before), defaultOf(after)];
  if (left === undefined && right === undefined) return;
  let unlike: Unlike | undefined = {};
  if (left !== undefined && right !== undefined) {
    if (left.kind !== "dictionary" || right.kind !== "dictionary") unlike = compareValues(left, right, comparison);
    else if (sameDictionary(left, right, comparison)) unlike = undefined;
  }
  if (unlike !== undefined) emit({ kind: "value", path: after.path, before: left, after: right, ...unlike });
}
