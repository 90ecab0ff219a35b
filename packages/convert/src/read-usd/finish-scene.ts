/** The tree of a scene without what shows nothing. */
import { multiplyMatrices, type RowMatrix } from "@usdkit/transforms";
import { nodeMatrix } from "../model/node-matrix.ts";
import type { AnimationModel } from "../model/animation.ts";
import type { Extras } from "../model/extras.ts";
import type { NodeModel } from "../model/scene.ts";
import { matrixTransform } from "./local-transform.ts";
import { isStill, type NodeDraft, type SceneDraft } from "./scene-draft.ts";

/** The nodes of a scene, with what refers to them. */
export interface FinishedTree {
  readonly name: string;
  readonly nodes: readonly NodeModel[];
  readonly roots: readonly number[];
  readonly animations: readonly AnimationModel[];
  readonly jointOf: (node: number) => number;
  /** Data of the root prim that is the scene, and its path. */
  readonly extras: { readonly data: Extras; readonly source: string } | undefined;
}

/**
 * Removes nodes that show nothing, joins nodes that only hold another one with it, and turns the scene.
 *
 * @param turn from the space of the stage to that of glTF; undefined if it is the same
 */
export function finishTree(draft: SceneDraft, turn: RowMatrix | undefined): FinishedTree {
  const isJoint = new Set(draft.skins.flatMap(({ joints }) => joints));
  const kept = draft.nodes.map(
    ({ isKept, isMoved }, i) => isKept || isMoved || isJoint.has(i) || hasContent(draft.nodes[i]),
  );
  /** By node, the one that has its content. */
  const joined = new Map<number, number>();
  // Children come after their parents, joints too.
  for (let i = draft.nodes.length - 1; i >= 0; i--) {
    const node = draft.nodes[i];
    const children = node.children.filter((child) => kept[child]);
    node.children.splice(0, node.children.length, ...children);
    if (children.length > 0) kept[i] = true;
    const [only] = children;
    if (children.length === 1 && !isJoint.has(i) && !isJoint.has(only) && join(node, draft.nodes[only])) {
      joined.set(only, i);
    }
  }
  let roots = draft.roots.filter((root) => kept[root]);
  let name = "";
  let extras: FinishedTree["extras"];
  const top = draft.nodes[roots[0]];
  const isMovable = roots.length === 1 && !isJoint.has(roots[0]) && !top.isMoved;
  if (isMovable && turn === undefined && isHolder(top) && isStill(top.transform)) {
    name = top.name;
    extras = { data: top.extras, source: top.source };
    roots = [...top.children];
  } else if (isMovable && turn !== undefined) {
    top.transform = matrixTransform(multiplyMatrices(nodeMatrix(top.transform), turn));
  } else if (turn !== undefined) {
    const children = roots;
    const root = draft.add(null, { name: "Stage", source: "", transform: matrixTransform(turn), world: turn });
    draft.nodes[root].children.push(...children);
    roots = [root];
  }
  return { name, extras, ...reindexed(draft, roots, joined) };
}

function hasContent({ mesh, camera, light, splats }: NodeDraft): boolean {
  return mesh !== null || camera !== null || light !== null || splats.length > 0;
}

function isHolder(node: NodeDraft): boolean {
  return !hasContent(node) && node.children.length > 0;
}

/** Moves the content of an only child that is where its parent is to the parent: an Xform and its shape are one node. Returns whether it did. */
function join(node: NodeDraft, child: NodeDraft): boolean {
  const isShape = hasContent(child) && child.children.length === 0 && child.skin === null;
  if (!isShape || hasContent(node) || child.isMoved || child.extras !== undefined || !isStill(child.transform))
    return false;
  const { mesh, camera, light, targetWeights, instances, splats } = child;
  Object.assign(node, { mesh, camera, light, targetWeights, instances, splats });
  node.children.splice(0);
  return true;
}

function reindexed(
  draft: SceneDraft,
  tops: readonly number[],
  joined: ReadonlyMap<number, number>,
): Omit<FinishedTree, "name" | "extras"> {
  const order: number[] = [];
  const waiting = [...tops].toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next);
    waiting.push(...draft.nodes[next].children.toReversed());
  }
  const places = new Map(order.map((node, i) => [node, i]));
  const placeOf = (node: number): number => {
    let holder = node;
    for (let next = joined.get(node); next !== undefined; next = joined.get(next)) holder = next;
    return places.get(holder) ?? -1;
  };
  const nodes = order.map((index): NodeModel => {
    const { isKept: _kept, isMoved: _moved, world: _world, children, ...rest } = draft.nodes[index];
    return { ...rest, children: children.map(placeOf), isVisible: true };
  });
  const animations = draft.animations.map((animation) => ({
    ...animation,
    channels: animation.channels.flatMap((channel) =>
      placeOf(channel.node) >= 0 ? [{ ...channel, node: placeOf(channel.node) }] : [],
    ),
  }));
  return {
    nodes,
    roots: tops.map(placeOf),
    animations: animations.filter(({ channels }) => channels.length > 0),
    jointOf: placeOf,
  };
}
