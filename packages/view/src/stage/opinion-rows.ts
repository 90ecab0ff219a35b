/** The opinions about prims and properties, with their places. */
import { fieldText, valueText, type TimeSamples, type Value } from "@usdkit/layer";
import { arcNames, fieldOpinions, placeOf, splitPropertyPath, type FieldOpinion, type SpecSite } from "@usdkit/usd";
import type { OpinionRow, StagePlace } from "../protocol/stage-messages.ts";
import type { ViewedStage } from "./prim-rows.ts";

/** Maximum number of opinions that are listed. */
const MAX_OPINIONS = 1000;

/** Returns the opinions about the value of a property, strongest first. */
export function propertyOpinionRows(viewed: ViewedStage, property: string): readonly OpinionRow[] {
  const { prim } = splitPropertyPath(property);
  const opinions = fieldOpinions(viewed.values.propertyOpinions(property), null);
  return opinions.slice(0, MAX_OPINIONS).map((opinion) => {
    const { layer, owner, range, field, spec } = opinion;
    return {
      ...placeRow(viewed, placeOf({ layer, range, spec: owner }), spec.path),
      arc: arcOf(viewed, prim, opinion),
      field,
      value: opinionText(opinion),
    };
  });
}

/** Returns the specs of a prim, strongest first. */
export function specRows(viewed: ViewedStage, prim: string): readonly OpinionRow[] {
  return viewed.values
    .primOpinions(prim)
    .slice(0, MAX_OPINIONS)
    .map((site) => {
      const { layer, owner } = site;
      const place = placeOf({ layer, range: owner.nameRange ?? owner.range, spec: owner });
      return {
        ...placeRow(viewed, place, owner.path),
        arc: arcOf(viewed, prim, site),
        field: "spec",
        value: owner.specType === "prim" ? [owner.specifier, owner.typeName].filter(Boolean).join(" ") : "variant",
      };
    });
}

/** Returns a place as the page has it. */
export function placeRow(
  { name }: ViewedStage,
  { layer, line, column }: Pick<StagePlace, "layer" | "line" | "column">,
  specPath: string,
): StagePlace {
  return { layer, name: name(layer), line, column, specPath };
}

/** Returns `{ 1: 0.5, … 24 more }`. */
export function samplesText(samples: Pick<TimeSamples, "times" | "value">): string {
  const { length } = samples.times;
  if (length === 0) return "{}";
  const first = `${samples.times[0]}: ${valueText(samples.value(0))}`;
  return length === 1 ? `{ ${first} }` : `{ ${first}, … ${length - 1} more }`;
}

/** Returns a value on one line; "" without one. */
export function shortText(value: Value | undefined): string {
  return value === undefined ? "" : valueText(value);
}

function arcOf({ stage }: ViewedStage, prim: string, { node }: Pick<SpecSite, "node">): string {
  const graph = stage.primIndex(prim)?.graph;
  return graph === undefined ? "local" : arcNames[graph.nodes[node].type];
}

function opinionText({ spec, field }: FieldOpinion): string {
  if (spec.specType === "relationship") {
    if (field === "default") return `<${spec.defaultTarget ?? ""}>`;
    return spec.targetPaths === undefined ? "" : fieldText({ kind: "pathListOp", listOp: spec.targetPaths });
  }
  const { defaultValue, timeSamples, spline, connectionPaths } = spec;
  if (field === "default") return shortText(defaultValue);
  if (field === "timeSamples") return timeSamples === undefined ? "" : samplesText(timeSamples);
  if (field === "spline") return `${spline?.knots.length ?? 0} knots`;
  return connectionPaths === undefined ? "" : fieldText({ kind: "pathListOp", listOp: connectionPaths });
}
