/** A stage as a tree of lines. */
import { ArcType, arcNames, type PrimIndex, type Stage } from "@usdkit/usd";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import type { TreeOptions } from "./render-tree.ts";

interface Branch {
  readonly path: string;
  readonly indent: string;
  readonly isLast: boolean;
  readonly depth: number;
}

/**
 * The lines below the name of the root layer: active prims with their types, and the arcs that they have themselves.
 *
 * @param name returns the name of a layer
 */
export function* renderComposedTree(
  stage: Stage,
  name: (identifier: string) => string,
  { properties, depth, style }: TreeOptions,
): Generator<string> {
  const stack = branchesBelow(stage, { path: "/", indent: "", depth: 0 }, depth);
  for (let branch = stack.pop(); branch !== undefined; branch = stack.pop()) {
    const { path, indent, isLast } = branch;
    const { specifier, typeName, isActive } = stage.prim(path);
    const label = specifier === "def" ? "" : `${style.dim(specifier)} `;
    const type = typeName === "" ? "" : ` ${style.cyan(escapeTerminal(typeName))}`;
    const notes = notesOf(stage, path, name).map(escapeTerminal);
    const suffix = notes.length === 0 ? "" : `  ${style.dim(notes.join("  "))}`;
    const primName = style.bold(escapeTerminal(path.slice(path.lastIndexOf("/") + 1)));
    yield `${style.dim(indent + (isLast ? "└─ " : "├─ "))}${label}${primName}${type}${suffix}`;
    const below = { path, indent: indent + (isLast ? "   " : "│  "), depth: branch.depth };
    const children = isActive ? branchesBelow(stage, below, depth) : [];
    if (properties) {
      for (const property of stage.properties(path)) {
        yield `${style.dim(below.indent + (children.length > 0 ? "│  " : "   "))}${style.dim("·")} ${style.green(escapeTerminal(property))}`;
      }
    }
    stack.push(...children);
  }
}

/** Returns the children of a prim, the last one first, as a stack takes them. */
function branchesBelow(stage: Stage, { path, indent, depth }: Omit<Branch, "isLast">, maxDepth: number): Branch[] {
  if (depth >= maxDepth) return [];
  const prefix = path === "/" ? "/" : `${path}/`;
  return stage
    .childNames(path)
    .names.map((name, i, { length }) => ({ path: prefix + name, indent, isLast: i === length - 1, depth: depth + 1 }))
    .toReversed();
}

/** The arcs that were introduced at a prim: `references set.usda</Set>`, `{look=red}`, `instance`, `inactive`. */
function notesOf(stage: Stage, path: string, name: (identifier: string) => string): string[] {
  const index = stage.primIndex(path);
  if (index === undefined) return [];
  const notes = arcsOf(stage, index, name);
  if (index.graph.isInstanceable) notes.push("instance");
  if (!stage.prim(path).isActive) notes.push("inactive");
  return notes;
}

function arcsOf({ paths }: Stage, { graph }: PrimIndex, name: (identifier: string) => string): string[] {
  const notes: string[] = [];
  for (const [node, { type, stack, parent, origin }] of graph.nodes.entries()) {
    const isAuthored = parent === origin && node > 0;
    if (!isAuthored || graph.depthBelowIntroduction(node) > 0) continue;
    const path = graph.path(node);
    if (type === ArcType.variant) notes.push(paths.element(path));
    else {
      const layer = stack === graph.nodes[parent].stack ? "" : name(stack.rootLayer.identifier);
      notes.push(`${arcNames[type]} ${layer}<${paths.text(path)}>`);
    }
  }
  return notes;
}
