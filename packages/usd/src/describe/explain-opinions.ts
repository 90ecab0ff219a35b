/** Every opinion about a prim or property, with its place. */
import { dumpFields, dumpValue, type ByteRange, type Spec } from "@usdkit/layer";
import { placeOf, type StatementPlace } from "../errors/composition-error.ts";
import { arcNames } from "../graph/arc-names.ts";
import type { SpecSite } from "../metadata/prim-opinions.ts";
import { NO_PATH } from "../paths/path-table.ts";
import type { StageTime } from "../values/attribute-value.ts";
import { fieldOpinions } from "../values/field-opinions.ts";
import { splitPropertyPath } from "../values/property-path.ts";
import { StageValues } from "../values/stage-values.ts";
import { hasPrim } from "./compose-prims.ts";
import type { NamedStage } from "./named-stage.ts";

/** An opinion: a field of a spec. */
export interface Opinion {
  /** Relative to the folder of the root layer. */
  readonly layer: string;
  readonly line: number | null;
  readonly column: number | null;
  /** The byte in the layer. */
  readonly offset: number | null;
  readonly specPath: string;
  readonly arc: string;
  readonly field: string;
  /** As in a dump, JSON. */
  readonly value: string;
}

/** Why a prim or property is as it is. */
export interface Explanation {
  readonly path: string;
  /** The composed value, JSON: of an attribute at the time, the targets of a relationship, the fields of a prim. */
  readonly value: string;
  /** Strongest first. */
  readonly opinions: readonly Opinion[];
}

/** Fields of prims that only describe a spec. */
const STRUCTURE: ReadonlySet<string> = new Set(["primOrder", "propertyOrder"]);

/** Returns the opinions about a prim or property; undefined if the stage has none at the path. */
export function explainOpinions(opened: NamedStage, path: string, time: StageTime): Explanation | undefined {
  const { stage } = opened;
  const { prim, property } = splitPropertyPath(path);
  if (stage.paths.parse(prim) === NO_PATH || stage.primIndex(prim) === undefined) return undefined;
  const values = new StageValues(stage);
  return property === "" ? explainPrim(opened, values, prim) : explainProperty(opened, values, path, time);
}

function explainPrim(opened: NamedStage, values: StageValues, prim: string): Explanation | undefined {
  const sites = values.primOpinions(prim);
  if (sites.length === 0 && !hasPrim(opened.stage, prim)) return undefined;
  const opinions: Opinion[] = [];
  for (const site of sites) {
    for (const [field, value] of dumpFields(site.owner)) {
      if (STRUCTURE.has(field)) continue;
      const range = site.owner.fields.get(field)?.entries[0]?.range ?? site.owner.range;
      opinions.push(opinionOf(opened, prim, site, { spec: site.owner, field, value, range }));
    }
  }
  return { path: prim, value: composedFields(opened, values, prim, opinions), opinions };
}

/** Returns the composed fields of a prim as a JSON object. */
function composedFields(
  { stage }: NamedStage,
  values: StageValues,
  prim: string,
  opinions: readonly Opinion[],
): string {
  const { specifier, typeName } = stage.prim(prim);
  const members: (readonly [string, string])[] = [];
  for (const field of [...new Set(opinions.map((each) => each.field))].sort()) {
    if (field === "specifier") members.push([field, JSON.stringify(specifier)]);
    else if (field === "typeName") members.push([field, JSON.stringify(typeName)]);
    else {
      const value = values.metadata(prim, field);
      if (value !== undefined) members.push([field, dumpValue(value)]);
    }
  }
  return `{${members.map(([field, value]) => `${JSON.stringify(field)}:${value}`).join(",")}}`;
}

function explainProperty(
  opened: NamedStage,
  values: StageValues,
  path: string,
  time: StageTime,
): Explanation | undefined {
  const { prim, property } = splitPropertyPath(path);
  const found = values.propertyOpinions(path);
  const attribute = values.attribute(path);
  if (found.length === 0 && attribute === undefined) return undefined;
  const opinions: Opinion[] = [];
  for (const { spec, field, range, ...site } of fieldOpinions(found, time)) {
    const value = new Map(dumpFields(spec)).get(field);
    if (value !== undefined) opinions.push(opinionOf(opened, prim, site, { spec, field, value, range }));
  }
  if (attribute === undefined) {
    return { path, value: JSON.stringify(opened.stage.targets(prim, property).targets), opinions };
  }
  const { value } = values.value(attribute, time);
  return { path, value: value === undefined ? "null" : dumpValue(value), opinions };
}

interface FieldOfSpec {
  readonly spec: Spec;
  readonly field: string;
  readonly value: string;
  readonly range: ByteRange | undefined;
}

function opinionOf(
  { stage, name }: NamedStage,
  prim: string,
  { node, layer, owner }: SpecSite,
  { spec, field, value, range }: FieldOfSpec,
): Opinion {
  const place: StatementPlace = placeOf({ layer, range, spec: owner });
  const graph = stage.primIndex(prim)?.graph;
  return {
    layer: name(place.layer),
    line: place.line,
    column: place.column,
    offset: place.offset,
    specPath: spec.path,
    arc: graph === undefined ? "local" : arcNames[graph.nodes[node].type],
    field,
    value,
  };
}
