// Random stages for value resolution: attributes of every type with defaults, time samples, splines and blocks in several layers,
// retimed by sublayers, references and time codes per second, and value clips.

import { Random } from "../bench/generate/random.ts";

/** Types by their number of components; 0 for those that do not interpolate. */
type TypeRow = readonly [name: string, components: number];

/** Types by their number of components; 0 for those that do not interpolate. */
const TYPES: readonly [TypeRow, ...TypeRow[]] = [
  ["half", 1],
  ["float", 1],
  ["double", 1],
  ["timecode", 1],
  ["half3", 3],
  ["float2", 2],
  ["color3f", 3],
  ["double4", 4],
  ["quath", 4],
  ["quatf", 4],
  ["quatd", 4],
  ["matrix2d", 4],
  ["int", 0],
  ["token", 0],
  ["string", 0],
  ["asset", 0],
  ["bool", 0],
  ["int64", 0],
];
const SPLINE_TYPES = ["half", "float", "double", "timecode"];
const CLIPS = ["clip.1.usda", "clip.2.usda", "clip.3.usda"] as const;

interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly components: number;
  readonly isArray: boolean;
}

/** Returns the texts of the layers of a stage by file name; the root layer is `root.usda`. */
export function randomValues(seed: number): ReadonlyMap<string, string> {
  const writer = new ValueWriter(new Random(seed));
  return writer.write();
}

class ValueWriter {
  private readonly random: Random;
  private readonly attributes: readonly Attribute[];

  constructor(random: Random) {
    this.random = random;
    this.attributes = Array.from({ length: random.between(4, 9) }, (_, i) => {
      const [type, components] = random.pick(TYPES);
      return { name: `a${i}`, type, components, isArray: random.chance(35) };
    });
  }

  write(): ReadonlyMap<string, string> {
    const { random } = this;
    const files = new Map<string, string>();
    const hasClips = random.chance(60);
    const clips = hasClips ? this.clips() : "";
    const inReference = random.chance(30);
    const sublayer = `subLayers = [@./sub.usda@${this.offset()}]`;
    const variables = 'expressionVariables = { string NAME = "picture" }';
    files.set(
      "root.usda",
      this.layer(
        `${sublayer}\n${variables}`,
        `def "P" (references = @./ref.usda@</R>${this.offset()}\n${inReference ? "" : clips})`,
      ),
    );
    files.set("sub.usda", this.layer("", 'over "P"'));
    files.set("ref.usda", this.layer("", `def "R" (${inReference ? clips : ""})`));
    if (!hasClips) return files;
    for (const clip of CLIPS) if (random.chance(85)) files.set(clip, this.layer("", 'over "C"', "clip"));
    files.set("manifest.usda", this.layer("", 'over "C"', "manifest"));
    return files;
  }

  private offset(): string {
    const { random } = this;
    if (random.chance(40)) return "";
    return ` (offset = ${random.between(-4, 9)}; scale = ${random.pick([0.5, 1, 2, 2, -1])})`;
  }

  private layer(metadata: string, prim: string, kind: "layer" | "clip" | "manifest" = "layer"): string {
    const { random } = this;
    const rate = random.chance(20) ? `timeCodesPerSecond = ${random.pick([12, 24, 48])}\n` : "";
    const body = (share: number): string =>
      this.attributes
        .filter(() => random.chance(share))
        .map((attribute) => this.statements(attribute, kind))
        .join("");
    const child = `    over "Child"\n    {\n${body(40)}    }\n`;
    return `#usda 1.0\n(\n${rate}${metadata}\n)\n${prim}\n{\n${body(kind === "layer" ? 55 : 80)}${child}}\n`;
  }

  private statements(attribute: Attribute, kind: "layer" | "clip" | "manifest"): string {
    const { random } = this;
    const { name, isArray } = attribute;
    const type = `${attribute.type}${isArray ? "[]" : ""}`;
    const lines: string[] = [];
    if (kind === "manifest") {
      lines.push(
        `${random.chance(10) ? "uniform " : ""}${type} ${name}${random.chance(30) ? ` = ${this.value(attribute)}` : ""}`,
      );
    } else {
      const isClip = kind === "clip";
      if (random.chance(isClip ? 10 : 50)) lines.push(`${type} ${name} = ${this.default(attribute)}`);
      if (random.chance(isClip ? 90 : 40)) lines.push(`${type} ${name}.timeSamples = {${this.samples(attribute)}}`);
      else if (!isClip && !isArray && SPLINE_TYPES.includes(attribute.type) && random.chance(60)) {
        lines.push(`${type} ${name}.spline = { ${this.spline()} }`);
      }
      if (lines.length === 0) lines.push(`${type} ${name}`);
    }
    return lines.map((line) => `    ${line}\n`).join("");
  }

  private default(attribute: Attribute): string {
    if (this.random.chance(8)) return "None";
    if (this.random.chance(8)) return "AnimationBlock";
    return this.value(attribute);
  }

  private samples(attribute: Attribute): string {
    const { random } = this;
    const times = new Set<number>();
    for (let i = random.between(0, 5); i > 0; i--) times.add(random.between(-8, 60) / 2);
    return [...times]
      .sort((a, b) => a - b)
      .map((time) => `${time}: ${random.chance(8) ? "None" : this.value(attribute)}`)
      .join(", ");
  }

  private spline(): string {
    const { random } = this;
    const knots: string[] = [];
    for (let time = random.between(-5, 5); knots.length < random.between(1, 4); time += random.between(1, 9)) {
      knots.push(`${time}: ${random.between(-40, 40) / 4}; post ${random.pick(["held", "linear"])}`);
    }
    const { length } = knots;
    return [`pre: ${random.pick(["held", "linear", "none"])}`, ...knots.slice(0, length)].join(", ");
  }

  private value(attribute: Attribute): string {
    if (!attribute.isArray) return this.element(attribute);
    const count = this.random.chance(75) ? 2 : this.random.below(4);
    return `[${Array.from({ length: count }, () => this.element(attribute)).join(", ")}]`;
  }

  private element({ type, components }: Attribute): string {
    const { random } = this;
    const number = (): string => String(random.between(-400, 400) / 7);
    if (components === 1) return number();
    if (type === "matrix2d") return `((${number()}, ${number()}), (${number()}, ${number()}))`;
    if (components > 0) return `(${Array.from({ length: components }, number).join(", ")})`;
    if (type === "bool") return String(random.below(2));
    if (type === "asset") return random.pick(["@./a.png@", "@b.png@", '@`"${NAME}.png"`@']);
    if (type === "token" || type === "string") return `"${random.pick(["one", "two", "three"])}"`;
    return String(random.between(-99, 99));
  }

  /** The metadata of one or two sets of clips. */
  private clips(): string {
    const { random } = this;
    const sets = [this.clipSet("first")];
    if (random.chance(30)) sets.push(this.clipSet("second"));
    const order = random.chance(20) ? `\nprepend clipSets = ["${random.pick(["first", "second"])}"]` : "";
    return `clips = {\n${sets.join("")}}${order}`;
  }

  private clipSet(name: string): string {
    const { random } = this;
    const lines = [`string primPath = "/C"`];
    if (random.chance(70)) lines.push("asset manifestAssetPath = @./manifest.usda@");
    if (random.chance(30)) lines.push("bool interpolateMissingClipValues = true");
    if (random.chance(30)) {
      lines.push(
        'string templateAssetPath = "./clip.#.usda"',
        "double templateStartTime = 1",
        "double templateEndTime = 3",
      );
      lines.push("double templateStride = 1");
      if (random.chance(40)) lines.push(`double templateActiveOffset = ${random.pick([0.5, -0.5, 1])}`);
    } else {
      lines.push(`asset[] assetPaths = [${CLIPS.map((clip) => `@./${clip}@`).join(", ")}]`);
      const starts = random.pick([[0], [0, 8], [-3, 5, 11], [0, 6, 12, 18]]);
      lines.push(`double2[] active = [${starts.map((start) => `(${start}, ${random.below(3)})`).join(", ")}]`);
      if (random.chance(60)) lines.push(`double2[] times = [${this.clipTimes()}]`);
    }
    return `dictionary ${name} = {\n${lines.join("\n")}\n}\n`;
  }

  private clipTimes(): string {
    const { random } = this;
    const pairs: string[] = [];
    let stage = random.between(-2, 2);
    for (let i = random.between(1, 5); i > 0; i--) {
      pairs.push(`(${stage}, ${random.between(-2, 20)})`);
      if (random.chance(25)) pairs.push(`(${stage}, ${random.between(-2, 20)})`);
      stage += random.between(1, 8);
    }
    return pairs.join(", ");
  }
}
