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
  /** What stands before the line's own mark. */
  readonly indent: string;
  readonly isLast: boolean;
  readonly depth: number;
}

/** The lines below the file's name. Made one by one, and without recursion: layers may be deep. */
export function* renderTree(layer: Layer, options: TreeOptions): Generator<string> {
  const stack: Branch[] = [];
  pushInside(stack, layer.root, "", 0, options);
  for (let branch = stack.pop(); branch !== undefined; branch = stack.pop()) {
    const { spec, indent, isLast, depth } = branch;
    yield options.style.dim(indent + (isLast ? "└─ " : "├─ ")) + describe(spec, options);
    pushInside(stack, spec, indent + (isLast ? "   " : "│  "), depth, options);
  }
}

function pushInside(stack: Branch[], spec: Spec, indent: string, depth: number, options: TreeOptions): void {
  const inside = contents(spec, options.properties).filter(
    (child) => child.specType !== "prim" || depth < options.depth,
  );
  for (let i = inside.length - 1; i >= 0; i--) {
    const child = inside[i];
    if (child === undefined) continue;
    stack.push({
      spec: child,
      indent,
      isLast: i === inside.length - 1,
      depth: child.specType === "prim" ? depth + 1 : depth,
    });
  }
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

/** `Chair Mesh  payload asset:/mesh/chair-01 </mesh>`; `def` is what prims are, so only the other specifiers stand there. */
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
