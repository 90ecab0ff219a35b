import { expect, test } from "vitest";
import { randomStage } from "./random-stage.ts";
import { primStack, propertyNames } from "../../packages/usd/src/index/prim-index.ts";
import { ROOT_PATH, type PathId } from "../../packages/usd/src/paths/path-table.ts";
import { memoryResolver } from "../../packages/usd/src/resolve/path-resolver.ts";
import { openRoot } from "../../packages/usd/src/stage/open-root.ts";
import { compositionOptions, type StageOptions } from "../../packages/usd/src/stage/stage-options.ts";
import { KeptIndices } from "../../packages/usd/src/change/kept-indices.ts";

const MAX_PRIMS = 60;

async function openIndices(seed: number, limits?: { large: number; kept: number }): Promise<KeptIndices> {
  const files = new Map([...randomStage(seed)].map(([name, text]) => [name, new TextEncoder().encode(text)]));
  const options: StageOptions = { resolver: memoryResolver(files) };
  const { paths, ...parts } = await openRoot("root.usda", options);
  return new KeptIndices({ paths, ...parts, ...compositionOptions(paths, options) }, limits);
}

function firstPrims(indices: KeptIndices): readonly PathId[] {
  const found: PathId[] = [ROOT_PATH];
  for (let i = 0; i < found.length && found.length < MAX_PRIMS; i++) found.push(...indices.children(found[i]));
  return found;
}

/** Returns what is composed of a prim, as text. */
function composed(indices: KeptIndices, path: PathId): string {
  const { paths } = indices.composition;
  const index = indices.get(path);
  if (index === undefined) return "none";
  const { graph, errors, sites, isPending } = index;
  const specs = primStack(index).map(({ layer, spec, node }) => [layer.identifier, spec.path, node]);
  const nodes = graph.nodes.map(({ type, parent, mapToRoot }, node) => [
    type,
    parent,
    mapToRoot.offset,
    paths.text(graph.path(node)),
  ]);
  const places = sites.map((site) => [site.stack.rootLayer.identifier, paths.text(site.path)]);
  const names = propertyNames(index);
  const messages = errors.map(({ message }) => message);
  return JSON.stringify([paths.text(path), specs, nodes, places, names, messages, isPending, graph.isInstanceable]);
}

test.each([1, 2, 3, 5, 7, 8, 11, 13])("graphs that were given up are built again alike (seed %i)", async (seed) => {
  const whole = await openIndices(seed);
  const small = await openIndices(seed, { large: 2, kept: 6 });
  const all = firstPrims(whole).map((path) => composed(whole, path));
  // Twice, so that the second time most are built again, and from the last, so that those above were given up as well.
  const paths = firstPrims(small);
  expect(paths.map((path) => composed(small, path))).toEqual(all);
  expect(paths.toReversed().map((path) => composed(small, path))).toEqual(all.toReversed());
  for (const path of paths.slice(1, 3)) small.drop(path);
  expect(paths.map((path) => composed(small, path))).toEqual(all);
});
