/** Path expressions of a layer as those of the stage, and composed over weaker opinions. */
import { replacePathAtoms, STRETCH, type PathAtom, type PathPattern } from "@usdkit/usda";
import type { NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import { mapBySteps } from "../paths/map-function.ts";
import { NO_PATH } from "../paths/path-table.ts";

/** The text of the reference to the weaker opinion. */
const WEAKER = "%_";
/** UTF-16 units of an expression that weaker opinions are put into: each may be there more than once. */
const MAX_TEXT = 1_000_000;

/**
 * Returns an expression of a node as one of the stage: the names without wildcards and predicates that a pattern begins with are
 * mapped through the arcs, as are the paths of references. Patterns that begin with `//` stay; those outside of what the arcs map
 * match nothing, relative ones among them.
 *
 * @param mapStagePath maps a path of the stage further, for example to a prototype
 */
export function mapPathExpression(
  text: string,
  { graph, node }: { readonly graph: IndexGraph; readonly node: NodeId },
  mapStagePath: (path: string) => string = (path) => path,
): string {
  const { paths } = graph;
  const { mapToRoot } = graph.nodes[node];
  const mapPath = (path: string): string | undefined => {
    if (!path.startsWith("/")) return mapToRoot.hasRootIdentity ? path : undefined;
    const found = paths.parse(path);
    if (found === NO_PATH) return undefined;
    const mapped = mapBySteps(paths, mapToRoot, found);
    return mapped === NO_PATH ? undefined : mapStagePath(paths.text(mapped));
  };
  return replacePathAtoms(text, (atom) => mapAtom(atom, mapPath)) ?? text;
}

function mapAtom(atom: PathAtom, mapPath: (path: string) => string | undefined): string {
  switch (atom.kind) {
    case "nothing":
      return "";
    case "reference": {
      if (atom.path === "") return atom.text;
      const mapped = mapPath(atom.path);
      return mapped === undefined ? "" : `%${mapped}${atom.text.slice(atom.path.length + 1)}`;
    }
    default: {
      const prefix = literalPrefix(atom);
      if (prefix === undefined) return atom.text;
      const mapped = mapPath(prefix);
      return mapped === undefined ? "" : joined(mapped, atom.text.slice(prefix.length));
    }
  }
}

/** Returns the path of the names that a pattern begins with, the whole text if it is relative; undefined after `//`. */
function literalPrefix({ text, steps }: PathPattern): string | undefined {
  if (text.startsWith(STRETCH)) return undefined;
  if (!text.startsWith("/")) return text;
  let prefix = "";
  for (const step of steps) {
    if (step === STRETCH || step.predicate !== undefined || step.glob === "" || /[*?[]/u.test(step.glob)) break;
    prefix += `${prefix.endsWith("}") ? "" : "/"}${step.glob}${step.selections ?? ""}`;
  }
  return prefix === "" ? "/" : prefix;
}

function joined(prefix: string, rest: string): string {
  if (prefix !== "/")
    return rest === "" || /^[/.]/u.test(rest) || prefix.endsWith("}") ? prefix + rest : `${prefix}/${rest}`;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Returns an expression with the references to the weaker opinion replaced by it. */
export function composePathExpressions(stronger: string, weaker: string): string {
  let length = stronger.length;
  const composed = replacePathAtoms(stronger, (atom) => {
    if (atom.text !== WEAKER) return atom.text;
    length += weaker.length;
    return length > MAX_TEXT ? "" : weaker;
  });
  return composed ?? stronger;
}
