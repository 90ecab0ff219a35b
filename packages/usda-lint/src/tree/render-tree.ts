/** A layer as a tree of lines. */
import type { Layer, PrimSpec, PropertySpec, Spec } from "@usdkit/layer";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import type { Style } from "@usdkit/command/terminal/style";
import { describeArcs } from "./describe-arcs.ts";
import { describeValue } from "./describe-value.ts";

export interface TreeOptions {
  readonly properties: boolean;
  /** Levels of prims below the root. */
  readonly depth: number;
  readonly style: Style;
}

interface Branch {
  readonly spec: Spec;
  /** The text before the line's own mark. */
  readonly indent: string;
  readonly isLast: boolean;
  readonly depth: number;
}

/** A spec, and the indent and depth of what is below it. */
type Parent = Pick<Branch, "spec" | "indent" | "depth">;

/** The lines below the file's name. Made one by one, and without recursion: layers may be deep. */
export function* renderTree(layer: Layer, options: TreeOptions): Generator<string> {
  const stack = childBranches({ spec: layer.root, indent: "", depth: 0 }, options);
  for (let branch = stack.pop(); branch !== undefined; branch = stack.pop()) {
    const { spec, indent, isLast, depth } = branch;
    yield options.style.dim(indent + (isLast ? "└─ " : "├─ ")) + describe(spec, options);
    for (const child of childBranches({ spec, indent: indent + (isLast ? "   " : "│  "), depth }, options))
      stack.push(child);
  }
}

/** Returns the branches below a spec, the last one first, as a stack takes them. */
function childBranches({ spec, indent, depth }: Parent, options: TreeOptions): Branch[] {
  return contents(spec, options.properties)
    .filter((child) => child.specType !== "prim" || depth < options.depth)
    .map((child, i, { length }) => ({
      spec: child,
      indent,
      isLast: i === length - 1,
      depth: child.specType === "prim" ? depth + 1 : depth,
    }))
    .toReversed();
}

function contents(spec: Spec, properties: boolean): readonly Spec[] {
  if (spec.specType === "attribute" || spec.specType === "relationship") return [];
  if (spec.specType === "variantSet") return spec.variants;
  return [...(properties ? spec.properties : []), ...spec.variantSets, ...spec.children];
}

function describe(spec: Spec, options: TreeOptions): string {
  const { style } = options;
  const name = escapeTerminal(spec.name);
  switch (spec.specType) {
    case "prim":
      return describePrim(spec, name, style);
    case "variantSet":
      return `${style.yellow(name)} ${style.dim("variant set")}`;
    case "variant":
      return `${style.yellow(`{${name}}`)}${suffix(describeArcs(spec), style)}`;
    case "attribute":
    case "relationship":
      return describeProperty(spec, name, style);
    default:
      return name;
  }
}

/** `Chair Mesh  payload asset:/mesh/chair-01 </mesh>`; only specifiers other than `def` are printed. */
function describePrim(spec: PrimSpec, name: string, style: Style): string {
  const specifier = spec.specifier === "def" ? "" : `${style.dim(spec.specifier)} `;
  const type = spec.typeName === "" ? "" : ` ${style.cyan(escapeTerminal(spec.typeName))}`;
  return `${specifier}${style.bold(name)}${type}${suffix(describeArcs(spec), style)}`;
}

function describeProperty(spec: PropertySpec, name: string, style: Style): string {
  const variability = spec.specType === "attribute" && spec.variability === "uniform" ? "uniform " : "";
  const type = spec.specType === "attribute" ? escapeTerminal(spec.typeName) : "rel";
  const value = describeValue(spec);
  return `${style.dim("·")} ${style.green(name)} ${style.dim(variability + type)}${value === "" ? "" : ` = ${escapeTerminal(value)}`}`;
}

function suffix(notes: readonly string[], style: Style): string {
  return notes.length === 0 ? "" : `  ${style.dim(notes.map(escapeTerminal).join("  "))}`;
}
