/** Values of a stage: attributes and metadata, composed from all layers. */
import type { FieldValue } from "@usdkit/layer";
import type { ComposedStage } from "../index/composed-stage.ts";
import { composeMetadata } from "../metadata/compose-metadata.ts";
import type { PropertyOpinion, SpecSite } from "../metadata/prim-opinions.ts";
import { NO_PATH } from "../paths/path-table.ts";
import {
  attributeValue,
  bracketingTimes,
  sampleTimes,
  type BracketingTimes,
  type StageInterpolation,
  type StageTime,
} from "./attribute-value.ts";
import { attributeOf, type StageAttribute } from "./attribute.ts";
import type { PrimSchemas } from "./schema-properties.ts";
import { PrimReader, stageMetadata, type PrimValues } from "./prim-values.ts";
import { splitPropertyPath } from "./property-path.ts";
import type { ResolvedValue } from "./value-source.ts";

/** How {@link StageValues} evaluates. */
export interface StageValuesOptions {
  /** Between time samples; "linear" by default. */
  readonly interpolation?: StageInterpolation | undefined;
}

/**
 * The values of a stage. Keeps what it composed of the last prim, so that asking for all attributes of a prim before the next one is
 * fast. Do not use it any more after the stage has changed.
 *
 * ```ts
 * const values = new StageValues(stage);
 * values.value("/World/Chair.xformOp:translate", 24).value;
 * ```
 */
export class StageValues {
  private readonly stage: ComposedStage;
  private readonly interpolation: StageInterpolation;
  private readonly prims: PrimReader;
  private lastPrim = "";
  private last: PrimValues | undefined;

  /** @param stage a `Stage`, or anything that has composed prims */
  constructor(stage: ComposedStage, { interpolation = "linear" }: StageValuesOptions = {}) {
    this.stage = stage;
    this.interpolation = interpolation;
    this.prims = new PrimReader(stage);
  }

  /**
   * Returns an attribute with its opinions, strongest first; undefined if there is none at the path.
   *
   * @param path of the attribute: `/World/Chair.size`
   */
  attribute(path: string): StageAttribute | undefined {
    const { prim, property } = splitPropertyPath(path);
    const found = property === "" ? undefined : this.prim(prim);
    return found === undefined ? undefined : attributeOf(found, property);
  }

  /** Returns the value of an attribute at a time, and where it comes from. */
  value(attribute: string | StageAttribute, time: StageTime = null): ResolvedValue {
    const found = typeof attribute === "string" ? this.attribute(attribute) : attribute;
    if (found === undefined) return { value: undefined, source: { kind: "none", isBlocked: false } };
    return attributeValue(found, time, this.interpolation);
  }

  /** Returns the times of an attribute's samples, in ascending order. */
  sampleTimes(path: string): readonly number[] {
    const found = this.attribute(path);
    return found === undefined ? [] : sampleTimes(found);
  }

  /** Returns the times of the samples around a time; undefined if the value comes from something else. */
  bracketingTimes(path: string, time: number): BracketingTimes | undefined {
    const found = this.attribute(path);
    return found === undefined ? undefined : bracketingTimes(found, time);
  }

  /**
   * Returns the composed value of a metadata field: of the stage (`/`: the session layer and the root layer), a prim or a property.
   * Schemas have no influence.
   */
  metadata(path: string, field: string): FieldValue | undefined {
    const { prim, property } = splitPropertyPath(path);
    if (prim === "/") return stageMetadata(this.stage, field);
    const found = this.prim(prim);
    if (found === undefined) return undefined;
    const { specs, properties } = found.contents;
    const sites =
      property === ""
        ? specs.map(({ owner, ...site }) => ({ ...site, fields: owner.fields }))
        : (properties.get(property) ?? []).map(({ spec, ...site }) => ({ ...site, fields: spec.fields }));
    return composeMetadata(found.index.graph, sites, field);
  }

  /** Returns the specs of a property, strongest first. Those of another kind than the strongest are left out. */
  propertyOpinions(path: string): readonly PropertyOpinion[] {
    const { prim, property } = splitPropertyPath(path);
    const found = this.prim(prim)?.contents.properties.get(property) ?? [];
    return found.filter(({ spec }) => spec.specType === found[0].spec.specType);
  }

  /** Returns the specs of a prim, strongest first. */
  primOpinions(prim: string): readonly SpecSite[] {
    return this.prim(prim)?.contents.specs ?? [];
  }

  /** Returns the type and the applied API schemas of a prim. */
  schemas(prim: string): PrimSchemas {
    return this.prim(prim)?.contents.schemas ?? { typeName: "", schemaType: "", apiSchemas: [] };
  }

  private prim(path: string): PrimValues | undefined {
    if (this.lastPrim === path) return this.last;
    const prim = this.stage.paths.parse(path);
    this.last = prim === NO_PATH ? undefined : this.prims.read(prim);
    this.lastPrim = path;
    return this.last;
  }
}

/**
 * Returns the value of one attribute at a time. {@link StageValues} is faster for many.
 *
 * ```ts
 * resolveValue(stage, "/World/Chair.size", null).value;
 * ```
 *
 * @param time time code; null for the default
 */
export function resolveValue(stage: ComposedStage, attribute: string, time: StageTime = null): ResolvedValue {
  return new StageValues(stage).value(attribute, time);
}
