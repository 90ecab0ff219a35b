// Random path expressions, and the stages that they are evaluated on.

import { Random } from "../bench/generate/random.ts";

const NAMES = ["A", "B", "C", "Chair", "Chair2", "Geo"] as const;
const TYPES = ["", "Xform", "Mesh", "Cube", "Scope", "Material", "NoSuchType", "SphereLight"] as const;
const KINDS = ["component", "group", "assembly", "subcomponent", "model", "odd"] as const;
const APIS = ["MaterialBindingAPI", "CollectionAPI:a", "CollectionAPI:b", "GeomModelAPI"] as const;
const PROPERTIES = ["size", "points", "custom:x", "r"] as const;
const MAX_DEPTH = 4;

/** A stage and expressions to evaluate on it. */
export interface RandomQueries {
  /** Texts of layers by file name; the root layer is `root.usda`. */
  readonly files: ReadonlyMap<string, string>;
  readonly expressions: readonly string[];
}

/** Returns a stage with prims of every kind, and expressions about them. */
export function randomQueries(seed: number, count: number): RandomQueries {
  const random = new Random(seed);
  const library = `#usda 1.0\n\n${prims(random, "", 1)}`;
  const root = `#usda 1.0\n(\n    subLayers = [@./weak.usda@]\n)\n\n${prims(random, "", 0)}`;
  const weak = `#usda 1.0\n\n${prims(random, "", 1)}`;
  const files = new Map([
    ["root.usda", root],
    ["weak.usda", weak],
    ["library.usda", library],
  ]);
  return { files, expressions: Array.from({ length: count }, () => expression(random, 0)) };
}

/** Returns expressions about the prims of a stage with some paths: of their names, and with predicates that a file may have. */
export function fileExpressions(random: Random, paths: readonly string[]): readonly string[] {
  const [first, ...others] = paths;
  if (first === undefined) return ["//", "//{defined}"];
  const path = (): string => random.pick([first, ...others]);
  const last = (): string => {
    const found = path();
    return found.slice(found.lastIndexOf("/") + 1);
  };
  return [
    "//",
    "//{isa:Imageable}",
    "//{isa(Mesh, Scope, strict=true)}",
    "//{kind:component,group}",
    "//{model and not abstract}",
    "//*{specifier:over,class}",
    "//{hasAPI:MaterialBindingAPI} + //{isa:Material}",
    path(),
    `${path()}//`,
    `//${last()}`,
    `//${last().slice(0, 2)}*`,
    `//${last()}//{isa:Gprim}`,
    `// - ${path()}//`,
    `~(//${last()}) & //{defined}`,
    `${path()}.*`,
    `//${last()}.*:*`,
  ];
}

function prims(random: Random, indent: string, depth: number): string {
  if (depth >= MAX_DEPTH) return "";
  const names = NAMES.filter(() => random.chance(50));
  return names.map((name) => prim(random, indent, depth, name)).join("");
}

function prim(random: Random, indent: string, depth: number, name: string): string {
  const inner = `${indent}    `;
  const specifier = random.pick(["def", "def", "def", "def", "over", "class"]);
  const type = random.pick(TYPES);
  const hasSet = random.chance(25);
  const metadata = [
    random.chance(60) ? `kind = "${random.pick(KINDS)}"` : "",
    random.chance(10) ? `active = ${random.pick(["true", "false"])}` : "",
    random.chance(30) ? `prepend apiSchemas = ["${random.pick(APIS)}"]` : "",
    depth === 0 && random.chance(40) ? `references = @./library.usda@</${random.pick(NAMES)}>` : "",
    random.chance(20) ? "instanceable = true" : "",
    hasSet ? `variants = {\n${inner}    string look = "${random.pick(["red", "blue", "none"])}"\n${inner}}` : "",
    hasSet ? 'prepend variantSets = "look"' : "",
  ].filter((each) => each !== "");
  const properties = PROPERTIES.filter(() => random.chance(25)).map((each) =>
    each === "r" ? `${inner}rel r\n` : `${inner}custom double ${each}\n`,
  );
  const sets = hasSet
    ? `${inner}variantSet "look" = {\n${["red", "blue"].map((each) => `${inner}    "${each}" {\n${prims(random, `${inner}        `, Math.max(depth + 1, MAX_DEPTH - 1))}${inner}    }\n`).join("")}${inner}}\n`
    : "";
  const head = metadata.length === 0 ? "" : ` (\n${metadata.map((each) => `${inner}${each}\n`).join("")}${indent})`;
  const body = `${properties.join("")}${prims(random, inner, depth + 1)}${sets}`;
  return `${indent}${specifier} ${type}${type === "" ? "" : " "}"${name}"${head}\n${indent}{\n${body}${indent}}\n`;
}

function expression(random: Random, depth: number): string {
  if (depth >= 3 || random.chance(45)) return pattern(random);
  if (random.chance(20)) return `~(${expression(random, depth + 1)})`;
  const operator = random.pick([" + ", " & ", " - ", " "]);
  const text = `${expression(random, depth + 1)}${operator}${expression(random, depth + 1)}`;
  return random.chance(40) ? `(${text})` : text;
}

function pattern(random: Random): string {
  if (random.chance(5)) return "//";
  const steps = Array.from({ length: random.between(1, 3) }, () => `${random.pick(["/", "//"])}${element(random)}`);
  const end = random.chance(20)
    ? "//"
    : random.chance(15)
      ? `.${random.pick([...PROPERTIES, "*", "*:x", "[a-z]*"])}`
      : "";
  return steps.join("") + end;
}

function element(random: Random): string {
  const name = random.chance(60)
    ? random.pick(NAMES)
    : random.pick(["*", "C*", "?", "[AB]", "[!A]*", "*2", "*h*i*", "Chair?"]);
  if (random.chance(50)) return name;
  return `${random.chance(60) ? "" : name}{${predicate(random, 0)}}`;
}

function predicate(random: Random, depth: number): string {
  if (depth < 2 && random.chance(35)) {
    const operator = random.pick([" and ", " or ", " "]);
    const text = `${predicate(random, depth + 1)}${operator}${predicate(random, depth + 1)}`;
    return random.chance(40) ? `(${text})` : text;
  }
  return `${random.chance(25) ? "not " : ""}${call(random)}`;
}

function call(random: Random): string {
  const strict = random.chance(30) ? `, strict=${random.pick(["true", "false", "1", "0", "yes"])}` : "";
  return random.pick([
    "abstract",
    "abstract:false",
    "defined",
    "defined(isDefined=false)",
    "model",
    "model:0",
    "group",
    "group(false)",
    `kind:${random.pick(KINDS)}`,
    `kind:${random.pick(KINDS)},${random.pick(KINDS)}`,
    `kind(${random.pick(KINDS)}${strict})`,
    `specifier:${random.pick(["def", "over", "class", "def,class"])}`,
    `isa:${random.pick(["Mesh", "Gprim", "Imageable", "Cube,Material", "NoSuchType", "Typed", "LightAPI"])}`,
    `isa(${random.pick(["Mesh", "Gprim", "Xform"])}${strict})`,
    `hasAPI:${random.pick(["MaterialBindingAPI", "CollectionAPI", "LightAPI", "NoSuchAPI"])}`,
    `hasAPI(CollectionAPI, instanceName=${random.pick(["a", "b"])})`,
    `variant(look=${random.pick(["red", "blue", "none"])})`,
    `variant(look="${random.pick(["r*", "*", "[rb]*", "?????"])}")`,
  ]);
}
