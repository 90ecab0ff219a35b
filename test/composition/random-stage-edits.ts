// Random edits of random stages, as data: what a person or a program would change of what the stage has.

import { StageValues, type Stage, type StageEdit } from "@usdkit/usd";
import type { Random } from "../bench/generate/random.ts";

const NAMES = ["A", "B", "C", "D"] as const;
const TYPES = [
  "double",
  "float",
  "string",
  "token",
  "double3",
  "float3[]",
  "bool",
  "int",
  "timecode",
  "asset",
] as const;

/** Returns a target: undefined for the root layer, a layer that the stage uses, or a variant. */
export function randomTarget(random: Random, stage: Stage): string | undefined {
  if (random.chance(50)) return undefined;
  if (random.chance(70)) {
    const { identifier } = stage.layers[random.below(stage.layers.length)];
    return identifier.startsWith("anon:") ? undefined : identifier.slice(identifier.lastIndexOf("/") + 1);
  }
  const variants: string[] = [];
  for (const prim of stage.traverse()) {
    if (prim.split("/").length > 3) continue;
    for (const { spec } of stage.primStack(prim))
      for (const set of spec.variantSets) variants.push(`${prim}{${set.name}=`);
  }
  return variants.length === 0
    ? undefined
    : `${variants[random.below(variants.length)]}${random.pick(["x", "y", "z"])}}`;
}

/** Returns edits of what a stage has now. */
export function randomStageEdits(random: Random, stage: Stage): readonly StageEdit[] {
  const writer = new EditWriter(random, stage);
  return Array.from({ length: random.between(1, 3) }, () => writer.edit());
}

class EditWriter {
  private readonly random: Random;
  private readonly stage: Stage;
  private readonly values: StageValues;
  private readonly prims: readonly string[];

  constructor(random: Random, stage: Stage) {
    this.random = random;
    this.stage = stage;
    this.values = new StageValues(stage);
    this.prims = [...stage.prims()].map(({ path }) => path).slice(0, 200);
  }

  edit(): StageEdit {
    const { random } = this;
    const path = this.prim();
    switch (random.below(16)) {
      case 0:
      case 1:
      case 2:
        return this.set(path);
      case 3: {
        const time = random.pick([undefined, null, 1, 5]);
        return { op: "clear", path: this.property(path, "attribute"), ...(time !== undefined && { time }) };
      }
      case 4:
        return random.chance(70)
          ? { op: "metadata", path, field: "kind", value: random.pick(["group", "component", null]) }
          : {
              op: "metadata",
              path,
              field: random.pick(["instanceable", "active", "hidden"]),
              value: random.pick([true, false, null]),
            };
      case 5:
      case 6:
        return {
          op: "add",
          path: `${path === "/" ? "" : path}/${random.pick(NAMES)}${random.chance(20) ? "/E" : ""}`,
          type: random.pick(["Xform", "Mesh", "", "Sphere"]),
          specifier: random.pick(["def", "def", "over"]),
        };
      case 7:
        return { op: "remove", path: random.chance(70) ? path : this.property(path) };
      case 8:
        return { op: "remove", path: random.chance(70) ? path : this.property(path), everywhere: true };
      case 9:
        return {
          op: "rename",
          path: random.chance(75) ? path : this.property(path),
          name: random.pick([...NAMES, "Z"]),
        };
      case 10: {
        const to = `${this.prim(true)}/${random.pick([...NAMES, "Z"])}`.replace("//", "/");
        return { op: "move", path, to };
      }
      case 11:
        return {
          op: random.pick(["inherit", "specialize"]),
          path,
          prim: `/${random.pick(NAMES)}`,
          list: random.pick(["prepend", "append"]),
          ...(random.chance(30) && { remove: true }),
        };
      case 12: {
        const asset = random.chance(50) ? "./l1.usda" : "";
        const isInternal = asset === "";
        return {
          op: random.pick(["reference", "payload"]),
          path,
          ...(asset !== "" && { asset }),
          ...((isInternal || random.chance(50)) && { prim: `/${random.pick(NAMES)}` }),
          ...(random.chance(30) && { offset: random.below(5), scale: random.pick([1, 2]) }),
          list: random.pick(["prepend", "append"]),
          ...(random.chance(20) && { remove: true }),
        };
      }
      case 13:
        return { op: "select", path, set: "v", variant: random.pick(["x", "y", "z", "", null]) };
      case 14: {
        const value = random.chance(15) ? null : [this.prim(), this.property(this.prim())].slice(random.below(2));
        return { op: "targets", path: this.property(path, "relationship"), value };
      }
      default: {
        const value = random.chance(15) ? null : [this.property(this.prim())];
        return { op: "connect", path: this.property(path, "attribute"), value };
      }
    }
  }

  private set(prim: string): StageEdit {
    const { random } = this;
    const path = this.property(prim, "attribute");
    const attribute = this.values.attribute(path);
    const known = TYPES.find((type) => type === attribute?.typeName);
    const time = random.chance(30) ? { time: random.between(-2, 8) } : {};
    if (known !== undefined) return { op: "set", path, value: this.value(known), ...time };
    const type = random.pick(TYPES);
    return { op: "set", path: `${prim}.new${random.below(3)}`, value: this.value(type), type, ...time };
  }

  private value(type: (typeof TYPES)[number]): unknown {
    const { random } = this;
    const number = (): number => random.between(-5, 20) / 2;
    if (random.chance(8)) return null;
    switch (type) {
      case "double3":
        return [number(), number(), number()];
      case "float3[]":
        return Array.from({ length: random.below(3) }, () => [number(), number(), number()]);
      case "string":
      case "token":
        return random.pick(["a", 'quoted "text"', "line\nend", "ü"]);
      case "asset":
        return random.pick(["./q.png", "a b.png"]);
      case "bool":
        return random.chance(50);
      case "int":
        return random.between(-9, 9);
      default:
        return random.chance(10) ? "inf" : number();
    }
  }

  private prim(orRoot = false): string {
    if (this.prims.length === 0 || (orRoot && this.random.chance(25))) return orRoot ? "/" : "/A";
    return this.prims[this.random.below(this.prims.length)];
  }

  private property(prim: string, kind?: "attribute" | "relationship"): string {
    const names = this.stage.properties(prim).filter((name) => {
      const [opinion] = this.values.propertyOpinions(`${prim}.${name}`);
      return kind === undefined || opinion?.spec.specType === kind;
    });
    const isNone = names.length === 0 || this.random.chance(10);
    return `${prim}.${isNone ? "none" : names[this.random.below(names.length)]}`;
  }
}
