// What a case gives here, in the form of what it must give.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathResolver, Stage, type PrimIndex } from "@usdkit/usd";
import type { ExpectedCase, ExpectedPrim } from "./read-case.ts";

/** The words of the harness for kinds of arcs, by number. */
const ARCS = ["root", "inherit", "variant", "relocate", "reference", "payload", "specialize"];

/** Composes a case as the harness does: with payloads, and with a fallback for one variant set. */
export async function composeCase(folder: string, { root, session }: ExpectedCase): Promise<ExpectedCase> {
  const resolver = pathResolver({ read: (path) => (existsSync(path) ? readFileSync(path) : undefined) });
  const stage = await Stage.open(join(folder, root), {
    resolver,
    session: session === undefined ? undefined : join(folder, session),
    variantFallbacks: { standin: ["render"] },
  });
  const name = (identifier: string): string => identifier.slice(folder.length + 1);
  const errors: string[] = stage.layerStack.errors.map(({ code }) => `/ ${code}`);
  const prims = new Map<string, ExpectedPrim>();
  for (const prim of stage.traverse()) prims.set(prim, composePrim(stage, prim, name, errors));
  const layerStack = stage.layerStack.layers.map(({ layer }) => name(layer.identifier));
  return { root, session, layerStack, prims, errors: errors.sort() };
}

function composePrim(stage: Stage, prim: string, name: (layer: string) => string, errors: string[]): ExpectedPrim {
  const index = stage.primIndex(prim);
  if (index === undefined) throw new Error(`${prim} has no index`);
  for (const { code } of index.errors) errors.push(`${prim} ${code}`);
  const site = (node: number, layer: string): string => `${name(layer)} ${stage.paths.text(index.graph.path(node))}`;
  const { names, prohibited } = stage.childNames(prim);
  const propertyNames = stage.properties(prim);
  const propertyStacks = new Map<string, string[]>();
  const targets = new Map<string, string[]>();
  const connections = new Map<string, string[]>();
  for (const property of propertyNames) {
    const path = `${prim}.${property}`;
    const found = stage.propertyStack(prim, property);
    const composed = stage.targets(prim, property);
    for (const { code } of [...found.errors, ...composed.errors]) errors.push(`${prim} ${code}`);
    propertyStacks.set(
      path,
      found.stack.map(({ node, layer, spec }) => `${site(node, layer.identifier)}.${spec.name}`),
    );
    const kept = indexTargets(composed);
    if (kept.length === 0) continue;
    const table = found.stack[0].spec.specType === "attribute" ? connections : targets;
    table.set(path, [...kept]);
  }
  return {
    primStack: stage.primStack(prim).map(({ node, layer }) => site(node, layer.identifier)),
    timeOffsets: timeOffsets(stage, index, name),
    selections: selections(stage, index),
    childNames: [...names],
    prohibited: [...prohibited].sort(),
    propertyNames: [...propertyNames],
    propertyStacks,
    targets,
    connections,
  };
}

/** Returns targets as `PcpCache` does: without those of a class in one of its instances, which a stage of the reference keeps. */
export function indexTargets({ targets, inClassInstances }: ReturnType<Stage["targets"]>): readonly string[] {
  return targets.filter((target) => !inClassInstances.includes(target));
}

function timeOffsets(stage: Stage, { graph }: PrimIndex, name: (layer: string) => string): string[] {
  const isIdentity = ({ offset, scale }: { offset: number; scale: number }): boolean => offset === 0 && scale === 1;
  const text = ({ offset, scale }: { offset: number; scale: number }): string =>
    `(offset=${offset.toFixed(2)}, scale=${scale.toFixed(2)})`;
  const hasOffset = graph.nodes.some(
    ({ mapToParent, stack }) =>
      !isIdentity(mapToParent.offset) || stack.layers.some(({ offset }) => !isIdentity(offset)),
  );
  if (!hasOffset) return [];
  return graph.nodes.flatMap(({ type, stack, mapToRoot }, node) => [
    `${name(stack.layers[0].layer.identifier)} ${stage.paths.text(graph.path(node))} ${ARCS[type]} ${text(mapToRoot.offset)}`,
    ...stack.layers
      .filter(({ offset }) => !isIdentity(offset))
      .map(({ layer, offset }) => `${name(layer.identifier)} sublayer ${text(offset)}`),
  ]);
}

/** The selection of each variant set, of the strongest node. */
function selections({ paths }: Stage, { graph }: PrimIndex): string[] {
  const found = new Map<string, string>();
  for (const path of graph.sitePaths) {
    if (!paths.isVariant(path)) continue;
    const [set, selection] = paths.selection(path);
    if (!found.has(set)) found.set(set, selection);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([set, selection]) => `{${set} = ${selection}}`);
}
