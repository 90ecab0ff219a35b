/** A stage as geometry is read from it. */
import type { Value } from "@usdkit/layer";
import {
  Collections,
  hasAuthoredValue,
  MaterialBindings,
  mayVary,
  numbersOf,
  Primvars,
  Purposes,
  StageReader,
  VisibilityCache,
  XformCache,
  XformQueries,
  type AttributeOpinion,
  type PrimNode,
  type Primvar,
  type Stage,
  type StageAttribute,
  type StageTime,
} from "@usdkit/usd";
import { typeFault, typeNameOf } from "../model/value-types.ts";
import type { KeptValues } from "./kept-values.ts";

/** What of a stage is the same at all times. */
export interface StageSource {
  readonly reader: StageReader;
  readonly primvars: Primvars;
  readonly bindings: MaterialBindings;
  readonly purposes: Purposes;
  readonly queries: XformQueries;
}

/** A stage at a time. */
export interface StageMoment {
  readonly source: StageSource;
  readonly time: StageTime;
  readonly xforms: XformCache;
  readonly visibility: VisibilityCache;
}

/** Returns how a stage is read. */
export function stageSource(stage: Stage | StageReader): StageSource {
  const reader = stage instanceof StageReader ? stage : new StageReader(stage);
  return {
    reader,
    primvars: new Primvars(reader),
    bindings: new MaterialBindings(reader, new Collections(reader)),
    purposes: new Purposes(reader),
    queries: new XformQueries(reader),
  };
}

/** Returns a stage at a time. */
export function stageMoment(source: StageSource, time: StageTime): StageMoment {
  const { reader, queries } = source;
  return { source, time, xforms: new XformCache(queries, time), visibility: new VisibilityCache(reader, time) };
}

/** Attributes at a time; what is made of those that vary is not kept. */
export class KeptAttributes {
  readonly kept: KeptValues;
  readonly reader: StageReader;
  readonly #time: StageTime;

  constructor({ source, time }: Pick<StageMoment, "source" | "time">, kept: KeptValues) {
    this.reader = source.reader;
    this.#time = time;
    this.kept = kept;
  }

  /** Returns the value of an attribute of a prim. */
  value(prim: PrimNode, name: string): Value | undefined {
    return this.resolved(prim, name).value;
  }

  /** Returns the value of an attribute of a prim, and the opinion that it comes from. */
  resolved(prim: PrimNode, name: string): { value?: Value | undefined; opinion?: AttributeOpinion | undefined } {
    const attribute = this.reader.attribute(prim, name);
    if (attribute === undefined) return {};
    if (mayVary(attribute)) this.kept.varies();
    const { value, source } = this.reader.resolve(attribute, this.#time);
    return { value: this.checked(prim, attribute, value), opinion: source.opinion };
  }

  /** Returns the value of an attribute of a prim. */
  attributeValue(prim: PrimNode, attribute: StageAttribute): Value | undefined {
    if (mayVary(attribute)) this.kept.varies();
    return this.checked(prim, attribute, this.reader.attributeValue(attribute, this.#time));
  }

  /** Returns a value of an attribute; undefined, with a problem, if it cannot be a value of its type. */
  checked(prim: PrimNode, attribute: StageAttribute, value: Value | undefined): Value | undefined {
    const fault = value === undefined ? undefined : typeFault(value, attribute);
    if (value === undefined || fault === undefined) return value;
    const types = `Expected a value of the type ${attribute.typeName}, found ${typeNameOf(value)}`;
    const effect = fault === "shape" ? "it is ignored" : "it is drawn, but OpenUSD does not read it";
    this.problem(prim, attribute.name, `${types}: ${effect}`);
    return fault === "shape" ? undefined : value;
  }

  /** Returns the indices of a primvar; undefined if no layer has any. */
  primvarIndices({ prim, attribute: { name } }: Primvar): Int32Array | undefined {
    const indices = this.reader.attribute(prim, `${name}:indices`);
    if (indices === undefined || !hasAuthoredValue(indices)) return undefined;
    const numbers = numbersOf(this.attributeValue(prim, indices));
    return numbers instanceof Int32Array ? numbers : undefined;
  }

  /** Notes that a property is wrong. */
  problem(prim: PrimNode, property: string, message: string): void {
    this.kept.problem({ path: prim.path, property, message });
  }
}
