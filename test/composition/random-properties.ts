// Random properties: attributes of several types with defaults, time samples, splines, blocks, array edits and path expressions,
// and relationships.

import type { Random } from "../bench/generate/random.ts";

type Row = readonly [type: string, name: string];

/** Attributes always have the same type: several layers have opinions about them. */
const ATTRIBUTES: readonly [Row, ...Row[]] = [
  ["double", "d"],
  ["float", "f"],
  ["timecode", "t"],
  ["timecode[]", "ts"],
  ["asset", "a"],
  ["asset[]", "as"],
  ["token", "visibility"],
  ["int[]", "n"],
  ["string[]", "s"],
  ["pathExpression", "e"],
  ["color3f[]", "primvars:c"],
  ["point3f[]", "points"],
];
const SPLINES: readonly string[] = ["double", "float", "timecode"];

export class PropertyWriter {
  private readonly random: Random;
  private readonly path: () => string;

  /** @param path returns the path of a prim */
  constructor(random: Random, path: () => string) {
    this.random = random;
    this.path = path;
  }

  /** Properties of a prim or variant. */
  authored(indent: string): string {
    const { random } = this;
    let attributes = "";
    for (const row of ATTRIBUTES) if (random.chance(14)) attributes += this.attribute(indent, row);
    let text = "";
    if (random.chance(15)) {
      const operation = random.pick(["prepend ", "append ", "delete ", ""]);
      text += `${indent}${operation}rel r = ${this.targets()}\n`;
    }
    if (random.chance(10)) text += `${indent}double d.connect = <${this.path()}.f>\n`;
    if (random.chance(5)) text += `${indent}reorder properties = ["t", "d"]\n`;
    // Not before them: the reference reads targets after an array edit with the operation of the edit.
    return text + attributes;
  }

  /** Attributes of a clip or of a manifest. */
  inClip(indent: string, isManifest: boolean): string {
    const { random } = this;
    let text = "";
    for (const row of ATTRIBUTES) {
      if (!random.chance(50)) continue;
      const [type, name] = row;
      if (isManifest) text += `${indent}${type} ${name}${random.chance(25) ? ` = ${this.value(type)}` : ""}\n`;
      else text += `${indent}${type} ${name}.timeSamples = {${this.samples(type)}}\n`;
    }
    return text;
  }

  customData(indent: string): string {
    const { random } = this;
    const inner = `${indent}    `;
    let text = `${inner}int n${random.below(2)} = ${random.below(9)}\n`;
    if (random.chance(40)) text += `${inner}asset q = ${this.value("asset")}\n`;
    if (random.chance(40)) text += `${inner}timecode t = ${random.below(9)}\n`;
    if (random.chance(30)) text += `${inner}dictionary in = {\n${inner}    timecode[] t = [1, 2]\n${inner}}\n`;
    return `${indent}customData = {\n${text}${indent}}\n`;
  }

  private attribute(indent: string, [type, name]: Row): string {
    const { random } = this;
    const head = `${indent}${random.chance(8) ? "custom " : ""}${random.chance(8) ? "uniform " : ""}${type} ${name}`;
    const lines: string[] = [];
    if (random.chance(55)) lines.push(`${head} = ${this.default(type)}`);
    if (random.chance(35)) lines.push(`${head}.timeSamples = {${this.samples(type)}}`);
    else if (SPLINES.includes(type) && random.chance(40)) lines.push(`${head}.spline = { ${this.spline()} }`);
    if (lines.length === 0) lines.push(random.chance(30) ? `${head} (\n${indent}    doc = "d"\n${indent})` : head);
    return lines.map((line) => `${line}\n`).join("");
  }

  private default(type: string): string {
    const { random } = this;
    if (random.chance(7)) return "None";
    if (random.chance(5)) return "AnimationBlock";
    return this.valueOrEdit(type);
  }

  private valueOrEdit(type: string): string {
    const { random } = this;
    if (!["int[]", "string[]"].includes(type) || !random.chance(40)) return this.value(type);
    const element = (): string => (type === "int[]" ? String(random.below(9)) : `"${random.pick(["x", "y"])}"`);
    const operations = [
      `append ${element()}`,
      `prepend ${element()}`,
      `write ${element()} to [0]`,
      "erase [-1]",
    ] as const;
    return `edit [${Array.from({ length: random.between(1, 2) }, () => random.pick(operations)).join("; ")}]`;
  }

  private samples(type: string): string {
    const { random } = this;
    const times = new Set<number>();
    for (let i = random.between(0, 3); i > 0; i--) times.add(random.between(-4, 24) / 2);
    return [...times]
      .sort((a, b) => a - b)
      .map((time) => `${time}: ${random.chance(8) ? "None" : this.valueOrEdit(type)}`)
      .join(", ");
  }

  private spline(): string {
    const { random } = this;
    const knots: string[] = [];
    const count = random.between(1, 3);
    for (let time = random.between(-5, 5); knots.length < count; time += random.between(1, 9)) {
      knots.push(`${time}: ${random.between(-40, 40) / 4}; post ${random.pick(["held", "linear"])}`);
    }
    return [`pre: ${random.pick(["held", "linear", "none"])}`, ...knots].join(", ");
  }

  private value(type: string): string {
    const { random } = this;
    if (type.endsWith("[]")) {
      const count = random.below(3);
      const element = (): string => {
        const text = this.value(type.slice(0, -2));
        // The reference does not anchor the asset paths after an empty one.
        return text === "@@" ? "@c.png@" : text;
      };
      return `[${Array.from({ length: count }, element).join(", ")}]`;
    }
    switch (type) {
      case "asset":
        return random.pick(["@./a.png@", "@b.png@", '@`"${NAME}.png"`@', "@@", "@./root.usda@", '@`"${NONE}"`@']);
      case "token":
        return `"${random.pick(["inherited", "invisible"])}"`;
      case "string":
        return `"${random.pick(["one", "two", "three"])}"`;
      case "pathExpression":
        return `"${this.expression()}"`;
      case "color3f":
      case "point3f":
        return `(${random.below(9)}, 0.5, ${random.below(9) / 4})`;
      case "int":
        return String(random.below(99));
      default:
        return String(random.between(-40, 40) / 4);
    }
  }

  private expression(): string {
    const { random } = this;
    const atom = (): string =>
      random.pick([
        "%_",
        this.path(),
        `${this.path()}//`,
        "//A",
        `${this.path()}/B*`,
        `${this.path()}.d`,
        ".",
        "../B",
        "/*",
        "%:s",
        `%${this.path()}:s`,
        "%_",
        "//",
      ]);
    let text = atom();
    for (let i = random.below(3); i > 0; i--) text += random.pick([" ", " + ", " - ", " & "]) + atom();
    return random.chance(10) ? `~(${text})` : text;
  }

  private targets(): string {
    const { random } = this;
    const target = (): string => `<${this.path()}${random.chance(30) ? ".d" : ""}>`;
    return random.chance(60) ? target() : `[${[...new Set([target(), target()])].join(", ")}]`;
  }
}
