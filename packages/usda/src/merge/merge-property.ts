/** Three versions of a property. */
import type { AttributeSpec, Field, PropertySpec, RelationshipSpec } from "@usdkit/layer";
import { propertyText, typedText } from "./spec-text.ts";
import { choose, mergeFields, mergeSamples, type Versions } from "./three-way.ts";

export interface MergedProperty {
  readonly spec: PropertySpec;
  /** Whether both sides changed the same part; `spec` then has the part of ours. */
  readonly isConflict: boolean;
}

/** Merges a property part by part: declaration, value, each time sample, spline, connections or targets, each metadata field. */
export function mergeProperty({ base, ours, theirs }: Versions<PropertySpec>): MergedProperty | undefined {
  if (ours === undefined || theirs === undefined) return undefined;
  if (ours.specType === "attribute" && theirs.specType === "attribute" && base?.specType !== "relationship") {
    return mergeAttributes({ base, ours, theirs });
  }
  if (isPlain(ours) && isPlain(theirs) && (base === undefined || isPlain(base))) {
    return mergeRelationships({ base: base === undefined ? undefined : base, ours, theirs });
  }
  return mergeWhole({ base, ours, theirs });
}

/** Returns the relationship without a merged attribute of the same name. */
function isPlain(spec: PropertySpec): spec is RelationshipSpec {
  return spec.specType === "relationship" && spec.merged === undefined;
}

function mergeWhole(versions: Versions<PropertySpec>): MergedProperty | undefined {
  let isConflict = false;
  const textOf = (each: PropertySpec | undefined): string => (each === undefined ? "" : propertyText(each));
  const spec = choose(versions, textOf, () => (isConflict = true));
  return spec === undefined ? undefined : { spec, isConflict };
}

/** Chooses the parts of specs, and records conflicts. */
class Parts<Spec extends PropertySpec> {
  isConflict = false;
  private readonly versions: Versions<Spec>;

  constructor(versions: Versions<Spec>) {
    this.versions = versions;
  }

  pick<T>(part: (spec: Spec) => T | undefined, textOf: (value: T | undefined) => string): T | undefined {
    return choose(this.of(part), textOf, () => (this.isConflict = true));
  }

  of<T>(part: (spec: Spec) => T | undefined): Versions<T> {
    const { base, ours, theirs } = this.versions;
    const read = (spec: Spec | undefined): T | undefined => (spec === undefined ? undefined : part(spec));
    return { base: read(base), ours: read(ours), theirs: read(theirs) };
  }

  fields(specType: Spec["specType"]): Map<string, Field> {
    const { values, conflicts } = mergeFields(
      specType,
      this.of((spec) => spec.fields),
    );
    if (conflicts.length > 0) this.isConflict = true;
    return new Map(Array.from(values, ([name, value]) => [name, { name, value, entries: [] }]));
  }
}

const plain = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value));

function mergeAttributes(versions: Versions<AttributeSpec>): MergedProperty | undefined {
  const { ours, theirs } = versions;
  if (ours === undefined || theirs === undefined) return undefined;
  const parts = new Parts(versions);
  const typed = parts.pick(
    (spec) => spec,
    (spec) => spec?.typeName ?? "",
  );
  const alone = (spec: AttributeSpec): AttributeSpec => ({
    ...bare(spec),
    timeSamples: undefined,
    spline: spec.spline,
  });
  const samples = parts.of((spec) => spec.timeSamples);
  let timeSamples = samples.ours;
  if (samples.theirs !== undefined && (samples.ours !== undefined || samples.base === undefined)) {
    timeSamples = mergeSamples(samples) ?? samples.ours;
    if (mergeSamples(samples) === undefined) parts.isConflict = true;
  } else {
    const withSamples = (spec: AttributeSpec | undefined): string =>
      spec === undefined ? "" : propertyText({ ...bare(spec), timeSamples: spec.timeSamples });
    timeSamples = parts.pick((spec) => spec, withSamples)?.timeSamples;
  }
  const spec: AttributeSpec = {
    ...bare(typed ?? ours),
    custom: parts.pick((each) => each.custom, plain) ?? ours.custom,
    variability: parts.pick((each) => each.variability, plain) ?? ours.variability,
    defaultValue: parts.pick((each) => each.defaultValue, typedText),
    timeSamples,
    spline: parts.pick(alone, (each) => (each?.spline === undefined ? "" : propertyText(each)))?.spline,
    connectionPaths: parts.pick((each) => each.connectionPaths, plain),
    fields: parts.fields("attribute"),
  };
  return hasValuesOf(spec, typed ?? ours, [ours, theirs])
    ? { spec, isConflict: parts.isConflict }
    : mergeWhole(versions);
}

/** Returns whether the values of a merged attribute have its type: sides of different types cannot be mixed. */
function hasValuesOf(merged: AttributeSpec, typed: AttributeSpec, sides: readonly AttributeSpec[]): boolean {
  if (sides.every(({ typeName }) => typeName === merged.typeName)) return true;
  const { defaultValue, timeSamples, spline } = merged;
  return (
    (defaultValue === undefined || defaultValue === typed.defaultValue) &&
    (timeSamples === undefined || timeSamples === typed.timeSamples) &&
    (spline === undefined || spline === typed.spline)
  );
}

/** Returns the attribute without opinions. */
function bare({ name, path, parent, typeName, valueType, isArray, custom, variability }: AttributeSpec): AttributeSpec {
  const head = { name, path, parent, typeName, valueType, isArray, custom, variability };
  const opinions = { defaultValue: undefined, timeSamples: undefined, spline: undefined, connectionPaths: undefined };
  return { specType: "attribute", ...head, ...opinions, statements: [], fields: new Map() };
}

function mergeRelationships(versions: Versions<RelationshipSpec>): MergedProperty | undefined {
  const { ours } = versions;
  if (ours === undefined) return undefined;
  const parts = new Parts(versions);
  const { name, path, parent } = ours;
  const spec: RelationshipSpec = {
    specType: "relationship",
    name,
    path,
    parent,
    statements: [],
    custom: parts.pick((each) => each.custom, plain) ?? ours.custom,
    variability: parts.pick((each) => each.variability, plain) ?? ours.variability,
    targetPaths: parts.pick((each) => each.targetPaths, plain),
    defaultTarget: parts.pick((each) => each.defaultTarget, plain),
    fields: parts.fields("relationship"),
  };
  return { spec, isConflict: parts.isConflict };
}
