/** The prims of a stage as nodes. */
import { isA } from "@usdkit/schemas";
import { invertMatrix, multiplyMatrices } from "@usdkit/transforms";
import { textOf, VisibilityCache, XformCache, type PrimNode } from "@usdkit/usd";
import { localTransform, matrixTransform } from "./local-transform.ts";
import type { SceneDraft } from "./scene-draft.ts";
import type { StageAtTime } from "./stage-at-time.ts";
import { dataOf } from "./usd-data.ts";

/** Types of prims that have nothing to show, nor have those below them. */
const HIDDEN = ["Material", "NodeGraph", "Shader", "GeomSubset", "BlendShape", "SkelAnimation", "RenderSettingsBase"];

/** Adds a node for each visible prim; returns the prims by the index of their node. */
export function addNodes(draft: SceneDraft, at: StageAtTime): readonly PrimNode[] {
  const { reader, queries, time } = at;
  const xforms = new XformCache(queries, time);
  const visibility = new VisibilityCache(reader, time);
  const prims: PrimNode[] = [];
  const waiting: { readonly prim: PrimNode; readonly parent: number | null }[] = [];
  const add = (above: PrimNode, parent: number | null): void => {
    for (const prim of Array.from(reader.children(above)).toReversed()) waiting.push({ prim, parent });
  };
  add(reader.pseudoRoot, null);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { prim, parent } = next;
    if (isA(prim.type, "RenderSettingsBase")) draft.losses.add(prim.path, "Render settings are not part of glTF");
    if (!prim.isActive || !prim.isDefined || prim.isAbstract || isHidden(prim) || visibility.isInvisible(prim))
      continue;
    const world = xforms.localToWorld(prim);
    const resets = xforms.resetsXformStack(prim);
    const above = parent === null ? undefined : draft.nodes[parent];
    const inverse = resets && above !== undefined ? invertMatrix(above.world) : undefined;
    const transform =
      inverse === undefined ? localTransform(queries, prim, time) : matrixTransform(multiplyMatrices(world, inverse));
    const index = draft.add(parent, {
      name: textOf(reader.metadata(prim, "displayName")) ?? prim.name,
      source: prim.path,
      transform,
      world,
      extras: dataOf(at, prim, draft.losses),
      isKept: prim.type === "Xform" || prim.type === "SkelRoot",
    });
    prims.push(prim);
    draft.nodeOf.set(prim.path, index);
    // Prototypes are shown by the instances.
    if (prim.type !== "PointInstancer") add(prim, index);
  }
  return prims;
}

function isHidden({ type }: PrimNode): boolean {
  return HIDDEN.some((each) => isA(type, each));
}
