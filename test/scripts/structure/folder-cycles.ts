import { posix } from "node:path";
import { importsOf } from "../parse-module.ts";
import type { SourceFile } from "./source-files.ts";

/** Imports between the folders of one folder: from → to → the first such import, as `path:line`. */
type FolderGraph = Map<string, Map<string, string>>;

/** The `imports` of each package: folder of the package → name (`#x`) → the files that a condition chooses from. */
export type OwnImports = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/**
 * Finds neighbouring folders of a package's `src`, at any depth, that import each other, directly or through others.
 * Each finding names the folder above them and an import for each step. Tests and their support may import anything.
 */
export function folderCycles(files: readonly SourceFile[], ownImports: OwnImports): string[] {
  const graphs = new Map<string, FolderGraph>();
  for (const file of files) {
    const [, src, packageFolder] = /^(packages\/([^/]+)\/src)\//.exec(file.path) ?? [];
    if (src === undefined || packageFolder === undefined || isTest(file.path)) continue;
    for (const { specifier, line } of importsOf(file)) {
      const targets = specifier.startsWith(".")
        ? [posix.join(posix.dirname(file.path), specifier)]
        : (ownImports.get(packageFolder)?.get(specifier) ?? []).map((path) => `packages/${packageFolder}/${path}`);
      for (const target of targets.map((path) => posix.normalize(path))) {
        if (target.startsWith(`${src}/`)) addEdge(graphs, file.path, target, `${file.path}:${line}`);
      }
    }
  }
  return Array.from(graphs, ([parent, graph]) => {
    const cycle = shortestCycle(graph);
    if (cycle === undefined) return [];
    const steps = cycle.map((folder, at) => {
      const next = cycle[(at + 1) % cycle.length] ?? folder;
      return `${folder} → ${next} (${graph.get(folder)?.get(next)})`;
    });
    return [`${parent}: folders import each other: ${steps.join(", ")}`];
  }).flat();
}

function isTest(path: string): boolean {
  return path.endsWith(".test.ts") || path.split("/").includes("test-support");
}

/** Adds an import between two files to the graph of the folder in which their paths part. */
function addEdge(graphs: Map<string, FolderGraph>, from: string, to: string, place: string): void {
  const [fromParts, toParts] = [from.split("/"), to.split("/")];
  const parting = fromParts.findIndex((part, at) => part !== toParts[at]);
  // A file directly in that folder has no sibling folder.
  if (parting === -1 || parting >= fromParts.length - 1 || parting >= toParts.length - 1) return;
  const parent = fromParts.slice(0, parting).join("/");
  const [fromFolder, toFolder] = [fromParts[parting] ?? "", toParts[parting] ?? ""];
  const graph: FolderGraph = graphs.get(parent) ?? new Map();
  const edges = graph.get(fromFolder) ?? new Map<string, string>();
  graphs.set(parent, graph.set(fromFolder, edges));
  if (!edges.has(toFolder)) edges.set(toFolder, place);
}

/** Returns the shortest cycle of a graph, as the folders in order; undefined if there is none. */
function shortestCycle(graph: FolderGraph): string[] | undefined {
  let shortest: string[] | undefined;
  for (const start of graph.keys()) {
    const cycle = cycleThrough(graph, start);
    if (cycle !== undefined && cycle.length < (shortest?.length ?? Infinity)) shortest = cycle;
  }
  return shortest;
}

function cycleThrough(graph: FolderGraph, start: string): string[] | undefined {
  const paths = [[start]];
  const seen = new Set([start]);
  for (const path of paths) {
    for (const next of graph.get(path.at(-1) ?? "")?.keys() ?? []) {
      if (next === start) return path;
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return undefined;
}
