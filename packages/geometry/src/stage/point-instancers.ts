/** The instances of PointInstancers. */
import { counted } from "@usdkit/base";
import { isFiniteMatrix, type RowMatrix } from "@usdkit/transforms";
import { mayVary, pointInstances, type PrimNode, type StageReader } from "@usdkit/usd";
import type { KeptValues } from "./kept-values.ts";
import type { StageMoment } from "./stage-source.ts";

/** The instances of a prototype. */
export interface PrototypeInstances {
  /** From the space above the prototype to that of the instancer. */
  readonly matrices: readonly RowMatrix[];
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

/** Returns the instances that are not masked; they are kept if no attribute varies. */
export function instancesByPrototype(moment: StageMoment, prim: PrimNode, kept: KeptValues): InstancesByPrototype {
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
    const { protoIndices, transforms, mask } = found;
    const byPrototype = new Map<number, { matrices: RowMatrix[]; indices: number[] }>();
    let notFinite = 0;
    for (const [i, matrix] of transforms.entries()) {
      if (!mask[i]) continue;
      if (!isFiniteMatrix(matrix)) {
        notFinite++;
        continue;
      }
      const known = byPrototype.get(protoIndices[i]);
      const { matrices, indices } = known ?? { matrices: [], indices: [] };
      if (known === undefined) byPrototype.set(protoIndices[i], { matrices, indices });
      matrices.push(matrix);
      indices.push(i);
    }
    if (notFinite > 0) problem(`${counted(notFinite, "instance")} cannot be drawn: the numbers are not finite`);
    return new Map(Array.from(byPrototype).toSorted(([a], [b]) => a - b));
  });
}

function varies(reader: StageReader, prim: PrimNode): boolean {
  return ATTRIBUTES.some((name) => {
    const attribute = reader.attribute(prim, name);
    return attribute !== undefined && mayVary(attribute);
  });
}
