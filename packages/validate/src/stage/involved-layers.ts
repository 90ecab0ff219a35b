/** The layers that bring a finding to its stage: the arcs that lead to the layer that it is in, and other opinions. */
import { ArcType, type PrimIndex, type Stage } from "@usdkit/usd";
import { placeStatement, type RelatedStagePlace, type StageFinding, type StagePlace } from "./place-finding.ts";

/** Places that a finding gets; of a longer chain of arcs those next to its layer. */
const MAX_ARCS = 4;
const MAX_OPINIONS = 4;

const ARCS: Readonly<Record<number, string>> = {
  [ArcType.inherit]: "The prim inherits from it here.",
  [ArcType.reference]: "The layer is referenced here.",
  [ArcType.payload]: "The layer is a payload here.",
  [ArcType.specialize]: "The prim specializes it here.",
};

/**
 * Returns the places in other layers that a finding of a stage involves: the statements through which its layer is part of the stage,
 * from the layer up to the root, then other opinions about its property. Those that the finding names are left out.
 */
export function involvedPlaces(stage: Stage, found: StageFinding): readonly RelatedStagePlace[] {
  const index = found.prim === "/" ? undefined : stage.primIndex(found.prim);
  if (index === undefined) return [];
  const known = new Set([keyOf({ ...found, range: found.finding.range }), ...(found.related ?? []).map(keyOf)]);
  const places: RelatedStagePlace[] = [];
  for (const place of [...arcsTo(stage, index, found), ...otherOpinions(stage, found)]) {
    const key = keyOf(place);
    if (!known.has(key)) places.push(place);
    known.add(key);
  }
  return places;
}

function arcsTo(stage: Stage, { graph }: PrimIndex, { layer, finding }: StageFinding): readonly RelatedStagePlace[] {
  const nodesOf = (isWanted: (node: number) => boolean): number =>
    graph.nodes.findIndex(
      ({ stack }, node) => stack.layers.some((each) => each.layer.anchor === layer) && isWanted(node),
    );
  const exact = nodesOf((node) => stage.paths.text(graph.path(node)) === finding.primPath);
  let node = exact < 0 ? nodesOf(() => true) : exact;
  const places: RelatedStagePlace[] = [];
  for (; node > 0 && places.length < MAX_ARCS; node = graph.nodes[node].parent) {
    const { type, source, parent, stack } = graph.nodes[node];
    const message = ARCS[type];
    // Within one layer stack the finding's own place shows it.
    if (message === undefined || source === undefined || graph.nodes[parent]?.stack === stack) continue;
    places.push(placeStatement(message, source));
  }
  return places;
}

function otherOpinions(stage: Stage, { prim, layer, finding }: StageFinding): readonly RelatedStagePlace[] {
  const { property } = finding;
  if (property === undefined) return [];
  return stage
    .propertyStack(prim, property)
    .stack.filter((each) => each.layer.anchor !== layer)
    .slice(0, MAX_OPINIONS)
    .map(({ layer: other, spec, owner }) =>
      placeStatement(`Another opinion about "${property}".`, {
        layer: other,
        spec: owner,
        propertySpec: spec,
        range: spec.statements[0] ?? spec.range,
      }),
    );
}

function keyOf({ layer, range, offset }: StagePlace): string {
  return `${layer}\0${range?.start ?? ""}\0${offset ?? ""}`;
}
