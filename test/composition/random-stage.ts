// Random stages: a few text layers with every kind of arc, offsets, relocations, instances and variable expressions.

import { Random } from "../bench/generate/random.ts";

const NAMES = ["A", "B", "C", "D", "E"] as const;
const SETS = ["v", "w"] as const;
const SELECTIONS = ["x", "y"] as const;
/** Levels of prims below the root of a layer. */
const MAX_DEPTH = 2;

/** How many of the arcs are written, in percent: of those with all arcs many have too many prims to compose. */
const DENSITIES = [30, 45, 60, 100] as const;

/** Returns the texts of the layers of a stage by file name; the root layer is `root.usda`. */
export function randomStage(seed: number): ReadonlyMap<string, string> {
  const random = new Random(seed);
  const count = random.between(2, 5);
  const density = random.pick(DENSITIES);
  const names = ["root.usda", ...Array.from({ length: count - 1 }, (_, i) => `l${i}.usda`)];
  return new Map(names.map((name, i) => [name, new LayerWriter({ random, names, density }, i).write()]));
}

interface StageSettings {
  readonly random: Random;
  readonly names: readonly string[];
  readonly density: number;
}

class LayerWriter {
  private readonly random: Random;
  private readonly names: readonly string[];
  private readonly density: number;
  private readonly index: number;

  constructor({ random, names, density }: StageSettings, index: number) {
    this.random = random;
    this.names = names;
    this.density = density;
    this.index = index;
  }

  write(): string {
    const prims = this.prims("    ", 0, "");
    return `#usda 1.0\n(\n${this.metadata()})\n\n${prims}`;
  }

  private metadata(): string {
    const { random } = this;
    const lines = [`    defaultPrim = "${random.pick(NAMES)}"`];
    // Layers lead to later ones only, so that most stages have no cycle of sublayers.
    if (random.chance(40)) {
      const offset = random.chance(50) ? ` (offset = ${random.between(1, 9)}; scale = ${random.between(1, 3)})` : "";
      lines.push(`    subLayers = [@./${this.other()}@${offset}]`);
    }
    if (random.chance(25)) lines.push(`    timeCodesPerSecond = ${random.pick([12, 24, 48])}`);
    if (this.index === 0) {
      lines.push(
        `    expressionVariables = {\n        string FILE = "${this.other()}"\n        string PICK = "${random.pick(SELECTIONS)}"\n    }`,
      );
    }
    if (random.chance(30)) {
      const pairs = new Map<string, string>();
      for (let i = random.between(1, 2); i > 0; i--) {
        const target = random.chance(15) ? "<>" : `<${this.path(random.between(1, 3))}>`;
        pairs.set(`<${this.path(random.between(2, 3))}>`, target);
      }
      lines.push(`    relocates = {\n${[...pairs].map((pair) => `        ${pair.join(": ")}`).join(",\n")}\n    }`);
    }
    return `${lines.join("\n")}\n`;
  }

  /** A later layer: with cycles most stages have thousands of prims. The last one leads to itself. */
  private other(): string {
    const later = this.names.slice(this.index + 1);
    return later[this.random.below(later.length)] ?? this.names[this.index];
  }

  /** A prim below a root prim that follows that of `path`, again so that arcs do not lead back; a few do. */
  private target(path: string): string {
    const { random } = this;
    const root = NAMES.findIndex((name) => name === path[1]);
    const later = NAMES.slice(random.chance(3) ? 0 : root + 1);
    if (later.length === 0) return "/None";
    return `/${later[random.below(later.length)]}${random.chance(35) ? this.path(1) : ""}`;
  }

  private path(depth: number): string {
    return Array.from({ length: depth }, () => `/${this.random.pick(NAMES)}`).join("");
  }

  private prims(indent: string, depth: number, path: string): string {
    const { random } = this;
    let text = "";
    for (const name of NAMES) {
      if (!random.chance(depth === 0 ? 75 : 40 - 8 * depth)) continue;
      text += this.prim(indent.slice(4), depth, `${path}/${name}`);
    }
    return text;
  }

  private prim(indent: string, depth: number, path: string): string {
    const { random } = this;
    const name = path.slice(path.lastIndexOf("/") + 1);
    const { head, sets } = this.arcs(`${indent}    `, depth, path);
    const specifier = random.pick(["def", "def", "over", "class"]);
    const body = depth < MAX_DEPTH ? this.prims(`${indent}        `, depth + 1, path) : "";
    const inside = this.properties(`${indent}    `, path) + body + sets;
    return `${indent}${specifier} "${name}" (\n${head}${indent})\n${indent}{\n${inside}${indent}}\n`;
  }

  private properties(indent: string, path: string): string {
    const { random } = this;
    let text = "";
    if (random.chance(40)) text += `${indent}double p${random.below(2)} = ${random.below(100)}\n`;
    if (random.chance(25)) {
      const target = random.chance(50) ? path : this.path(random.between(1, 3));
      text += `${indent}${random.pick(["prepend ", "append ", ""])}rel r = <${target}/${random.pick(NAMES)}>\n`;
    }
    if (random.chance(15)) text += `${indent}double c.connect = <${this.path(random.between(1, 2))}.p0>\n`;
    return text;
  }

  private hasArc(percent: number): boolean {
    return this.random.chance(percent) && this.random.chance(this.density);
  }

  /** The arcs of a prim or variant. */
  private arcs(indent: string, depth: number, path: string): { readonly head: string; readonly sets: string } {
    const { random } = this;
    let head = "";
    let sets = "";
    const operation = (): string => random.pick(["prepend", "append", "add", "prepend"]);
    if (this.hasArc(30)) head += `${indent}${operation()} references = ${this.reference(path)}\n`;
    if (this.hasArc(12)) head += `${indent}${operation()} payload = ${this.reference(path)}\n`;
    if (this.hasArc(18)) head += `${indent}${operation()} inherits = <${this.target(path)}>\n`;
    if (this.hasArc(15)) head += `${indent}${operation()} specializes = <${this.target(path)}>\n`;
    if (random.chance(15)) head += `${indent}instanceable = true\n`;
    if (random.chance(30)) {
      const selection = random.chance(25) ? '`"${PICK}"`' : random.pick(SELECTIONS);
      head += `${indent}variants = {\n${indent}    string ${random.pick(SETS)} = ${JSON.stringify(selection)}\n${indent}}\n`;
    }
    if (random.chance(25) && depth < MAX_DEPTH) {
      const set = random.pick(SETS);
      head += `${indent}${operation()} variantSets = "${set}"\n`;
      sets = `${indent}variantSet "${set}" = {\n${this.variants(`${indent}    `, depth + 1, path)}${indent}}\n`;
    }
    return { head, sets };
  }

  private variants(indent: string, depth: number, path: string): string {
    let text = "";
    for (const name of SELECTIONS) {
      const { head, sets } = this.arcs(`${indent}    `, depth, path);
      const body = depth < MAX_DEPTH ? this.prims(`${indent}        `, depth + 1, path) : "";
      text += `${indent}"${name}" (\n${head}${indent}) {\n${this.properties(`${indent}    `, path)}${body}${sets}${indent}}\n`;
    }
    return text;
  }

  private reference(path: string): string {
    const { random } = this;
    const offset = random.chance(25) ? ` (offset = ${random.between(1, 9)}; scale = ${random.between(1, 2)})` : "";
    if (random.chance(20) || this.index === this.names.length - 1) return `<${this.target(path)}>${offset}`;
    const prim = `<${this.path(random.chance(30) ? 2 : 1)}>`;
    if (random.chance(10)) return `@\`"./\${FILE}"\`@${prim}${offset}`;
    return `@./${this.other()}@${random.chance(25) ? "" : prim}${offset}`;
  }
}
