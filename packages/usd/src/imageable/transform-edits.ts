/** Transform ops of prims, as an artist edits them: a translation, a rotation in degrees and a scale. */
import { quote } from "@usdkit/base";
import { isA } from "@usdkit/schemas";
import {
  identityMatrix,
  multiplyOps,
  parseOpName,
  RESET_XFORM_STACK,
  type OpMatrix,
  type RowMatrix,
  type TransformOpType,
} from "@usdkit/transforms";
import type { StageEdit } from "../edit/stage-edit.ts";
import { StageEditError } from "../edit/stage-edit-error.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import type { StageTime } from "../values/attribute-value.ts";
import { numbersOf, textsOf } from "../values/plain-numbers.ts";
import { XformCache } from "./xform-cache.ts";
import { XformQueries, type XformOp } from "./xform-queries.ts";

type Numbers3 = readonly [number, number, number];

/** New values of transform ops; what is left out stays. */
export interface TransformChange {
  /** In the space of the op: of the parent, for an op without others before it. */
  readonly translate?: Numbers3 | undefined;
  /** Degrees about x, y and z. */
  readonly rotate?: Numbers3 | undefined;
  readonly scale?: Numbers3 | undefined;
}

/** The ops of a prim that {@link transformEdits} sets. */
export interface TransformParts {
  readonly translate: Numbers3;
  readonly rotate: Numbers3;
  readonly scale: Numbers3;
  /** The space of the translation as a matrix to the world, row vectors. */
  readonly toWorld: RowMatrix;
  /** Why the rotation or the scale cannot be set; null if they can. */
  readonly problem: string | null;
}

const parts = {
  translate: { op: "translate", type: "double3", fallback: [0, 0, 0] },
  rotate: { op: "rotateXYZ", type: "float3", fallback: [0, 0, 0] },
  scale: { op: "scale", type: "float3", fallback: [1, 1, 1] },
} as const;
const names = ["translate", "rotate", "scale"] as const;
type Part = (typeof names)[number];

/** Op types that rotate, other than the one that is set. */
const otherRotations: ReadonlySet<TransformOpType> = new Set<TransformOpType>([
  "rotateX",
  "rotateY",
  "rotateZ",
  "rotateXZY",
  "rotateYXZ",
  "rotateYZX",
  "rotateZXY",
  "rotateZYX",
  "orient",
]);

/**
 * Returns the translation, rotation and scale of a prim, as its ops have them; undefined if there is no such prim.
 *
 * ```ts
 * transformOf(new StageReader(stage), "/World/Chair", null)?.translate; // [0, 1, 2]
 * ```
 */
export function transformOf(reader: StageReader, path: string, time: StageTime): TransformParts | undefined {
  const prim = reader.prim(path);
  if (prim === undefined) return undefined;
  const queries = new XformQueries(reader);
  const { ops, resetsXformStack } = queries.query(prim);
  const valueOf = (part: Part): Numbers3 => {
    const op = ops.find((each) => isPart(each, part));
    const value = op && reader.attributeValue(op.attribute, time);
    const [x, y, z] = (value && numbersOf(value)) ?? parts[part].fallback;
    return [x ?? 0, y ?? 0, z ?? 0];
  };
  const at = ops.findIndex((each) => isPart(each, "translate"));
  const before = ops.slice(0, Math.max(0, at)).map((op): OpMatrix => ({
    attributeName: op.attribute.name,
    isInverse: op.isInverse,
    matrix: queries.opTransform(op, time),
  }));
  const parentToWorld = resetsXformStack ? identityMatrix : new XformCache(queries, time).parentToWorld(prim);
  const toWorld = multiplyOps([{ attributeName: "parent", isInverse: false, matrix: parentToWorld }, ...before]);
  return {
    translate: valueOf("translate"),
    rotate: valueOf("rotate"),
    scale: valueOf("scale"),
    toWorld,
    problem: ops.map(problemOf).find((each) => each !== null) ?? null,
  };
}

/** Whether an op without a suffix sets a part. */
function isPart({ type, suffix, isInverse }: Pick<XformOp, "type" | "suffix" | "isInverse">, part: Part): boolean {
  return suffix === "" && !isInverse && type === parts[part].op;
}

function problemOf({ name, type }: Pick<XformOp, "name" | "type">): string | null {
  if (type === "transform") return `it has the matrix ${quote(name)}: edit its value`;
  return otherRotations.has(type) ? `it is rotated by ${quote(name)}: edit its value` : null;
}

/**
 * Returns the edits that set the translation, rotation or scale of a prim: values of the ops that it has (`xformOp:translate`,
 * `xformOp:rotateXYZ`, `xformOp:scale`), or new ops in the usual order, the translation before, the scale behind all others. An
 * op with time samples gets one at the given time.
 *
 * ```ts
 * await stage.edit({}, transformEdits(new StageReader(stage), "/World/Chair", { translate: [0, 1, 2] }, null));
 * ```
 *
 * @throws StageEditError if the prim has ops that another op would not go with, or is not Xformable
 */
export function transformEdits(
  reader: StageReader,
  path: string,
  change: TransformChange,
  time: StageTime,
): readonly StageEdit[] {
  const prim = reader.prim(path);
  if (prim === undefined) throw new StageEditError(`The stage has no prim ${quote(path)}`);
  const { ops } = new XformQueries(reader).query(prim);
  if (ops.length === 0 && !isA(prim.type, "Xformable")) {
    const what = prim.type === "" ? "no type" : `the type ${prim.type}`;
    throw new StageEditError(`${quote(path)} has ${what}, which has no transform`, {
      hint: "Move an Xform above it, or give it the type Xform",
    });
  }
  const edits: StageEdit[] = [];
  const order = [...(textsOf(reader.value(prim, "xformOpOrder", null)) ?? [])];
  const length = order.length;
  for (const part of names) {
    const value = change[part];
    if (value === undefined) continue;
    if (!value.every(Number.isFinite)) throw new StageEditError(`Expected three finite numbers for the ${part}`);
    const known = ops.find((each) => isPart(each, part));
    if (known !== undefined) {
      const isSampled = reader.sampleTimes(known.attribute).length > 0;
      if (isSampled && time === null) {
        throw new StageEditError(`${quote(`${path}.${known.attribute.name}`)} has time samples`, {
          hint: "Choose a time: the value of that time is set",
        });
      }
      edits.push({ op: "set", path: `${path}.${known.attribute.name}`, value, ...(isSampled && { time }) });
      continue;
    }
    const problem = part === "translate" ? null : (ops.map(problemOf).find((each) => each !== null) ?? null);
    if (problem !== null) throw new StageEditError(`${quote(path)} gets no ${part} op: ${problem}`);
    const { op, type } = parts[part];
    const name = `xformOp:${op}`;
    edits.push({ op: "set", path: `${path}.${name}`, value, type, custom: false });
    order.splice(placeOf(order, part), 0, name);
  }
  if (order.length > length) {
    edits.push({
      op: "set",
      path: `${path}.xformOpOrder`,
      value: order,
      type: "token[]",
      uniform: true,
      custom: false,
    });
  }
  return edits;
}

/** Returns where an op is added: behind a reset and translations, before a scale. */
function placeOf(order: readonly string[], part: Part): number {
  const first = order.lastIndexOf(RESET_XFORM_STACK) + 1;
  if (part === "translate") return first;
  if (part === "scale") return order.length;
  const isAfter = (name: string): boolean => {
    const op = parseOpName(name);
    return op?.type === "translate" && !op.isInverse;
  };
  let at = first;
  while (at < order.length && isAfter(order[at] ?? "")) at++;
  return at;
}
