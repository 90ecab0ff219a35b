// Random scenes for flattening: small stages with every kind of arc and of value, with session layer, population mask and loaded
// payloads. Compared with `random-stage.ts`, fewer prims and more kinds of properties and metadata.

import { Random } from "../bench/generate/random.ts";
import { PropertyWriter } from "./random-properties.ts";

const NAMES = ["A", "B", "C"] as const;
const SELECTIONS = ["x", "y"] as const;
const MAX_DEPTH = 2;
const CLIPS = ["clip.1.usda", "clip.2.usda"] as const;

/** How a scene is opened. */
export interface SceneOptions {
  readonly session?: string;
  readonly mask?: readonly string[];
  /** Prims whose payloads are loaded, with those below and above them; all if absent. */
  readonly load?: readonly string[];
}

/** A scene: the texts of its layers by file name, `root.usda` the root layer, and how it is opened. */
export interface RandomScene {
  readonly files: ReadonlyMap<string, string>;
  readonly options: SceneOptions;
}

/** Returns the scene of a seed. */
export function randomScene(seed: number): RandomScene {
  const random = new Random(seed);
  const names = ["root.usda", ...Array.from({ length: random.between(1, 3) }, (_, i) => `l${i}.usda`)];
  const writer = new SceneWriter(random, names);
  const files = new Map(names.map((name, i) => [name, writer.layer(i)]));
  const hasSession = random.chance(25);
  if (hasSession) files.set("session.usda", writer.sessionLayer());
  for (const clip of CLIPS) if (random.chance(85)) files.set(clip, writer.clip(false));
  files.set("manifest.usda", writer.clip(true));
  const paths = (): readonly string[] => Array.from({ length: random.between(1, 2) }, () => writer.path());
  const mask = random.chance(20) ? { mask: paths() } : {};
  const load = random.chance(25) ? (random.chance(40) ? [] : paths()) : undefined;
  const options = { ...(hasSession ? { session: "session.usda" } : {}), ...mask };
  if (load === undefined) return { files, options };
  if (load.length === 0) return { files, options: { ...options, load } };
  // The reference numbers prototypes again when payloads of an open stage are loaded.
  const withoutInstances = [...files].map(
    ([name, text]) => [name, text.replaceAll("instanceable = true", "")] as const,
  );
  return { files: new Map(withoutInstances), options: { ...options, load } };
}

class SceneWriter {
  private readonly random: Random;
  private readonly names: readonly string[];
  private readonly properties: PropertyWriter;
  /** The layer that is written. */
  private index = 0;

  constructor(random: Random, names: readonly string[]) {
    this.random = random;
    this.names = names;
    this.properties = new PropertyWriter(random, () => this.path());
  }

  path(): string {
    const { random } = this;
    return Array.from({ length: random.pick([1, 1, 2]) }, () => `/${random.pick(NAMES)}`).join("");
  }

  layer(index: number): string {
    this.index = index;
    const { random } = this;
    const lines = [`    defaultPrim = "${random.pick(NAMES)}"`];
    if (random.chance(35)) lines.push(`    subLayers = [@./${this.other()}@${this.offset()}]`);
    if (random.chance(15)) lines.push(`    timeCodesPerSecond = ${random.pick([12, 24, 48])}`);
    if (random.chance(15))
      lines.push(`    customLayerData = {\n        asset q = @./q.png@\n        int n = ${index}\n    }`);
    if (index === 0) {
      lines.push(
        `    expressionVariables = {\n        string FILE = "${this.other()}"\n        string PICK = "${random.pick(SELECTIONS)}"\n        string NAME = "picture"\n    }`,
      );
    }
    if (random.chance(12)) {
      const target = random.chance(20) ? "<>" : `</${random.pick(NAMES)}/${random.pick(NAMES)}>`;
      lines.push(`    relocates = {\n        </${random.pick(NAMES)}/${random.pick(NAMES)}>: ${target}\n    }`);
    }
    if (random.chance(10)) lines.push("    endTimeCode = 20", "    startTimeCode = 1");
    return `#usda 1.0\n(\n${lines.join("\n")}\n)\n\n${this.prims("", 0, "")}`;
  }

  sessionLayer(): string {
    this.index = this.names.length - 1;
    const rate = this.random.chance(20) ? "(\n    timeCodesPerSecond = 48\n)\n" : "";
    return `#usda 1.0\n${rate}\n${this.prims("", 0, "", "over")}`;
  }

  clip(isManifest: boolean): string {
    const write = (indent: string): string => this.properties.inClip(indent, isManifest);
    const child = (name: string): string => `    over "${name}"\n    {\n${write("        ")}    }\n`;
    return `#usda 1.0\n\nover "C"\n{\n${write("    ")}${NAMES.map(child).join("")}}\n`;
  }

  /** A later layer, so that there are no cycles; the last one leads to itself. */
  private other(): string {
    const later = this.names.slice(this.index + 1);
    return later[this.random.below(later.length)] ?? this.names[this.index];
  }

  private offset(): string {
    const { random } = this;
    if (!random.chance(35)) return "";
    return ` (offset = ${random.between(-4, 9)}; scale = ${random.pick([0.5, 1, 2, 2])})`;
  }

  private prims(indent: string, depth: number, path: string, specifier?: string): string {
    let text = "";
    for (const name of NAMES) {
      if (!this.random.chance(depth === 0 ? 70 : 38 - 8 * depth)) continue;
      text += this.prim(indent, depth, `${path}/${name}`, specifier);
    }
    return text;
  }

  private prim(indent: string, depth: number, path: string, only?: string): string {
    const { random } = this;
    const name = path.slice(path.lastIndexOf("/") + 1);
    const inner = `${indent}    `;
    const { head, sets } = this.arcs(inner, depth, path);
    const specifier = only ?? random.pick(["def", "def", "def", "over", "class"]);
    const type = random.chance(35) ? `${random.pick(["Xform", "Mesh", "Camera", "Scope", "Unknown"])} ` : "";
    const body = depth < MAX_DEPTH ? this.prims(inner, depth + 1, path, only) : "";
    const metadata = head + this.metadata(inner);
    const inside = this.properties.authored(inner) + body + sets;
    return `${indent}${specifier} ${type}"${name}" (\n${metadata}${indent})\n${indent}{\n${inside}${indent}}\n`;
  }

  private metadata(indent: string): string {
    const { random } = this;
    let text = "";
    if (random.chance(12)) text += `${indent}kind = "${random.pick(["component", "group"])}"\n`;
    if (random.chance(8)) text += `${indent}doc = "text ${random.below(3)}"\n`;
    if (random.chance(6)) text += `${indent}active = ${random.pick(["true", "true", "false"])}\n`;
    if (random.chance(6)) text += `${indent}hidden = true\n`;
    if (random.chance(10)) {
      const names = random.pick([`["CollectionAPI:s"]`, `["SkelBindingAPI"]`, `["CollectionAPI:s", "Own"]`]);
      text += `${indent}${random.pick(["prepend ", "append ", "delete ", ""])}apiSchemas = ${names}\n`;
    }
    if (random.chance(15)) text += this.properties.customData(indent);
    if (random.chance(9)) text += this.clips(indent);
    return text;
  }

  /** The arcs of a prim or variant. */
  private arcs(indent: string, depth: number, path: string): { readonly head: string; readonly sets: string } {
    const { random } = this;
    let head = "";
    let sets = "";
    const operation = (): string => random.pick(["prepend", "append", "prepend"]);
    if (random.chance(20)) head += `${indent}${operation()} references = ${this.reference(path)}\n`;
    if (random.chance(12)) head += `${indent}${operation()} payload = ${this.reference(path)}\n`;
    if (random.chance(10)) head += `${indent}${operation()} inherits = <${this.target(path)}>\n`;
    if (random.chance(8)) head += `${indent}${operation()} specializes = <${this.target(path)}>\n`;
    if (random.chance(20)) head += `${indent}instanceable = true\n`;
    if (random.chance(15)) {
      const selection = random.chance(25) ? '`"${PICK}"`' : random.pick(SELECTIONS);
      head += `${indent}variants = {\n${indent}    string v = ${JSON.stringify(selection)}\n${indent}}\n`;
    }
    if (random.chance(15) && depth < MAX_DEPTH) {
      head += `${indent}${operation()} variantSets = "v"\n`;
      sets = `${indent}variantSet "v" = {\n${this.variants(`${indent}    `, depth + 1, path)}${indent}}\n`;
    }
    return { head, sets };
  }

  private variants(indent: string, depth: number, path: string): string {
    let text = "";
    const inner = `${indent}    `;
    for (const name of SELECTIONS) {
      const { head, sets } = this.arcs(inner, MAX_DEPTH, path);
      const body = this.prims(inner, depth + 1, path);
      text += `${indent}"${name}" (\n${head}${indent}) {\n${this.properties.authored(inner)}${body}${sets}${indent}}\n`;
    }
    return text;
  }

  private reference(path: string): string {
    const { random } = this;
    if (random.chance(20) || this.index === this.names.length - 1) return `<${this.target(path)}>${this.offset()}`;
    if (random.chance(10)) return `@\`"./\${FILE}"\`@<${this.path()}>${this.offset()}`;
    return `@./${this.other()}@${random.chance(25) ? "" : `<${this.path()}>`}${this.offset()}`;
  }

  /** A prim below a root prim that follows that of `path`, so that arcs do not lead back. */
  private target(path: string): string {
    const { random } = this;
    const later = NAMES.slice(NAMES.findIndex((name) => name === path[1]) + 1);
    if (later.length === 0) return "/None";
    return `/${later[random.below(later.length)]}${random.chance(35) ? `/${random.pick(NAMES)}` : ""}`;
  }

  private clips(indent: string): string {
    const { random } = this;
    const lines = ['string primPath = "/C"'];
    if (random.chance(75)) lines.push("asset manifestAssetPath = @./manifest.usda@");
    if (random.chance(30)) lines.push("bool interpolateMissingClipValues = true");
    lines.push(`asset[] assetPaths = [${CLIPS.map((clip) => `@./${clip}@`).join(", ")}]`);
    lines.push(`double2[] active = [${random.pick(["(0, 0)", "(0, 1), (6, 0)", "(-2, 0), (5, 1)"])}]`);
    if (random.chance(40))
      lines.push(`double2[] times = [${random.pick(["(0, 0), (10, 20)", "(0, 5), (4, 9), (4, 0), (9, 5)"])}]`);
    const body = lines.map((line) => `${indent}        ${line}\n`).join("");
    return `${indent}clips = {\n${indent}    dictionary default = {\n${body}${indent}    }\n${indent}}\n`;
  }
}
