/** Reads the blend shapes of prims. */
import { isA } from "@usdkit/schemas";
import { numbersOf, textsOf, type PrimNode, type StageReader } from "@usdkit/usd";
import { floatsAt, hasBindingApi } from "@usdkit/usd/skel";
import type { BlendShape, WeightedShape } from "../skel/skin.ts";
import { integersOf } from "./number-arrays.ts";

/** Where problems go. */
export type NoteProblem = (property: string, message: string) => void;

const INBETWEENS = "inbetweens:";
const NORMAL_OFFSETS = ":normalOffsets";
/** Weights of shapes on the way are not 0 or 1. */
const SAME_WEIGHT = 1e-6;

/** Returns the blend shapes of a prim with some points; those that do not fit are problems, and are left out. */
export function readBlendShapes(
  reader: StageReader,
  prim: PrimNode,
  points: number,
  problem: NoteProblem,
): readonly BlendShape[] {
  if (!hasBindingApi(reader, prim)) return [];
  const names = textsOf(reader.value(prim, "skel:blendShapes", null)) ?? [];
  const targets = reader.targets(prim, "skel:blendShapeTargets");
  if (names.length === 0 || targets.length === 0) return [];
  if (names.length !== targets.length) {
    problem(
      "skel:blendShapeTargets",
      `There are ${targets.length} targets for ${names.length} blend shapes: further ones are ignored`,
    );
  }
  const found: BlendShape[] = [];
  for (const [i, target] of targets.slice(0, names.length).entries()) {
    const shape = reader.prim(target);
    if (shape === undefined || !isA(shape.type, "BlendShape")) {
      problem("skel:blendShapeTargets", `There is no BlendShape at ${target}: it is ignored`);
    } else if (shape.isActive) {
      const read = readBlendShape(reader, shape, points);
      if (typeof read === "string") problem("skel:blendShapeTargets", `${target}: ${read}: it is ignored`);
      else found.push({ name: names[i], ...read });
    }
  }
  return found;
}

function readBlendShape(reader: StageReader, prim: PrimNode, points: number): Omit<BlendShape, "name"> | string {
  const authored = integersOf(reader.value(prim, "pointIndices", null));
  const pointIndices = authored === undefined || authored.length === 0 ? null : authored;
  if (pointIndices?.some((point) => point < 0 || point >= points) === true) return "An index is no point of the prim";
  const expected = 3 * (pointIndices?.length ?? points);
  const shapes: WeightedShape[] = [];
  const add = (weight: number, offsets: string, normalOffsets: string): string | undefined => {
    const shape = {
      weight,
      offsets: floatsAt(reader, prim, offsets, null),
      normalOffsets: floatsAt(reader, prim, normalOffsets, null),
    };
    if (shape.offsets.length === 0 && shape.normalOffsets.length === 0) return undefined;
    if (shape.offsets.length > 0 && shape.offsets.length !== expected)
      return `Expected ${expected / 3} offsets, found ${shape.offsets.length / 3}`;
    if (!shape.offsets.every(Number.isFinite)) return "An offset is not finite";
    const isFitting = shape.normalOffsets.length === expected && shape.normalOffsets.every(Number.isFinite);
    shapes.push({ ...shape, normalOffsets: isFitting ? shape.normalOffsets : new Float32Array() });
    return undefined;
  };
  const fault = add(1, "offsets", "normalOffsets");
  if (fault !== undefined) return fault;
  for (const name of reader.authoredNames(prim)) {
    if (!name.startsWith(INBETWEENS) || name.endsWith(NORMAL_OFFSETS)) continue;
    const weight = numbersOf(reader.propertyMetadata(prim, name, "weight"))?.[0];
    if (weight === undefined || !Number.isFinite(weight)) continue;
    if (Math.abs(weight) < SAME_WEIGHT || Math.abs(weight - 1) < SAME_WEIGHT) continue;
    const other = add(weight, name, `${name}${NORMAL_OFFSETS}`);
    if (other !== undefined) return other;
  }
  return { pointIndices, shapes: shapes.toSorted((a, b) => a.weight - b.weight) };
}
