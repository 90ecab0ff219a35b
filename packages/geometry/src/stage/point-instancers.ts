/** The instances of PointInstancers. */
import { counted } from "@usdkit/base";
import { isFiniteMatrix, type RowMatrix } from "@usdkit/transforms";
import { mayVary, pointInstances, type PrimNode, type StageReader } from "@usdkit/usd";
import type { KeptValues } from "./kept-values.ts";
import type { StageMoment } from "./stage-source.ts";

/** The instances of a prototype. */
export interface PrototypeInstances {
  /** From the space above the prototype to that of the instancer; empty if there are more than `most`. */
  readonly matrices: readonly RowMatrix[];
  /** Of the instances that can be drawn. */
  readonly count: number;
  /** Of each matrix: the index of its instance. */
  readonly indices: readonly number[];
}

/** Instances by the index of their prototype, in ascending order. */
export type InstancesByPrototype = ReadonlyMap<number, PrototypeInstances>;

/** What instances are made of. */
const ATTRIBUTES = [
  "protoIndices",
  "positions",
  "orientations",
  "orientationsf",
  "scales",
  "velocities",
  "accelerations",
  "angularVelocities",
  "ids",
  "invisibleIds",
];

/** How instances are made. */
export interface InstanceOptions {
  readonly kept: KeptValues;
  /** Of one prototype. */
  readonly most: number;
}

/** Returns the instances that are not masked; they are kept if no attribute varies. */
export function instancesByPrototype(
  moment: StageMoment,
  prim: PrimNode,
  { kept, most }: InstanceOptions,
): InstancesByPrototype {
  const { reader } = moment.source;
  return kept.value("instances", [], () => {
    if (varies(reader, prim)) kept.varies();
    const found = pointInstances(reader, prim, moment.time);
    const problem = (message: string): void => {
      kept.problem({ path: prim.path, property: "positions", message });
    };
    if (found === undefined) {
      problem("Expected as many positions as protoIndices: the instances are not drawn");
      return new Map();
    }
    const { protoIndices, transformAt, mask } = found;
    const byPrototype = new Map<number, { matrices: RowMatrix[]; indices: number[]; count: number }>();
    let notFinite = 0;
    for (let i = 0; i < protoIndices.length; i++) {
      if (!mask[i]) continue;
      const known = byPrototype.get(protoIndices[i]);
      const instances = known ?? { matrices: [], indices: [], count: 0 };
      // So many are not drawn: they take no memory.
      if (instances.count >= most) {
        instances.count++;
        continue;
      }
      const matrix = transformAt(i);
      if (!isFiniteMatrix(matrix)) {
        notFinite++;
        continue;
      }
      if (known === undefined) byPrototype.set(protoIndices[i], instances);
      instances.matrices.push(matrix);
      instances.indices.push(i);
      instances.count++;
    }
    if (notFinite > 0) problem(`${counted(notFinite, "instance")} cannot be drawn: the numbers are not finite`);
    for (const instances of byPrototype.values()) if (instances.count > most) instances.matrices = [];
    return new Map(Array.from(byPrototype).toSorted(([a], [b]) => a - b));
  });
}

function varies(reader: StageReader, prim: PrimNode): boolean {
  return ATTRIBUTES.some((name) => {
    const attribute = reader.attribute(prim, name);
    return attribute !== undefined && mayVary(attribute);
  });
}
