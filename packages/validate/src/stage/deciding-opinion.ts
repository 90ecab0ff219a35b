/** The statement that decides about a prim, a property or a field of a stage. */
import type { ByteRange, PropertySpec, Spec } from "@usdkit/layer";
import type { SiteSpec, Stage } from "@usdkit/usd";
import type { StageSubject, StatementOfFinding } from "../rule/stage-rule.ts";

/** A statement with the spec that it is in. */
export interface DecidingOpinion extends StatementOfFinding {
  readonly spec: SiteSpec;
}

/**
 * Returns the strongest opinion about a subject; undefined if no layer has one.
 *
 * ```ts
 * decidingOpinion(stage, { prim: "/World/Chair", property: "size", field: "default" });
 * ```
 */
export function decidingOpinion(stage: Stage, { prim, property, field }: StageSubject): DecidingOpinion | undefined {
  if (prim === "/") return ofStage(stage, field);
  if (property === undefined) {
    for (const { layer, spec } of stage.primStack(prim)) {
      if (field === undefined) return { layer, spec, range: spec.nameRange ?? spec.range };
      const range = fieldRange(spec, field);
      if (range !== undefined) return { layer, spec, range: range === "unknown" ? undefined : range };
    }
    return undefined;
  }
  for (const { layer, owner, spec } of stage.propertyStack(prim, property).stack) {
    if (field === undefined) return { layer, spec: owner, propertySpec: spec, range: spec.statements[0] ?? spec.range };
    const range = propertyRange(spec, field);
    if (range === undefined) continue;
    return { layer, spec: owner, propertySpec: spec, range: range === "unknown" ? undefined : range };
  }
  return undefined;
}

/** Opinions about the stage are those of the session layer and the root layer. */
function ofStage({ layerStack }: Stage, field: string | undefined): DecidingOpinion | undefined {
  for (const [i, { layer }] of layerStack.layers.entries()) {
    if (layer !== layerStack.rootLayer && i > 0) continue;
    const spec = layer.layer.root;
    if (field === undefined) return { layer, spec };
    const range = fieldRange(spec, field);
    if (range !== undefined) return { layer, spec, range: range === "unknown" ? undefined : range };
  }
  return undefined;
}

/** Returns where a spec authors a field; "unknown" in binary layers, undefined if it does not. */
function fieldRange(spec: Spec, field: string): ByteRange | "unknown" | undefined {
  const found = spec.fields.get(field);
  return found === undefined ? undefined : (found.entries[0]?.range ?? "unknown");
}

function propertyRange(spec: PropertySpec, field: string): ByteRange | "unknown" | undefined {
  if (!authors(spec, field)) return fieldRange(spec, field);
  if (spec.specType === "relationship") return spec.statements[0] ?? spec.range ?? "unknown";
  const { defaultValue, timeSamples, spline, statements } = spec;
  const own = { default: defaultValue, timeSamples, spline }[field]?.range;
  if (own === undefined) return statements[0] ?? spec.range ?? "unknown";
  return statements.find(({ start, end }) => start <= own.start && own.start < end) ?? own;
}

function authors(spec: PropertySpec, field: string): boolean {
  if (spec.specType === "relationship") return field === "targetPaths" && spec.targetPaths !== undefined;
  const values: Readonly<Record<string, unknown>> = {
    default: spec.defaultValue,
    timeSamples: spec.timeSamples,
    spline: spec.spline,
    connectionPaths: spec.connectionPaths,
  };
  return values[field] !== undefined;
}
