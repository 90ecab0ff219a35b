/** Points and lines as assets, in the asset's space. */
import type { GroupMember, PointAsset } from "../model/asset.ts";
import type { SkipCounter } from "../model/skip-counter.ts";
import type { GltfPrimitive } from "./gltf-types.ts";
import { vertexPlaces, type PartSource } from "./make-parts.ts";
import type { PartsPlan } from "./plan-parts.ts";
import { pickedVertices, readPoints, type PointVertices } from "./point-primitives.ts";
import { morphed } from "./pose.ts";
import { movedPositions } from "./transform-vertices.ts";

const identity: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

/** What was read of primitives before; null of those without positions. */
export type SharedPoints = Map<GltfPrimitive, PointVertices | null>;

/** Returns the points and lines that nodes draw. */
export function makePoints({ points }: PartsPlan, source: PartSource, known: SharedPoints): GroupMember[] {
  return points.flatMap(({ primitive, nodes }) => {
    const found = known.get(primitive);
    const shared = found === undefined ? readPoints(source.gltf, source.accessors, primitive, source.skips) : found;
    known.set(primitive, shared);
    if (shared === null || shared.from.length === 0) return [];
    return nodes.flatMap((node) => {
      const { vertexValues } = shared;
      const base = morphed(shared.positions, "POSITION", { primitive, weights: node.weights, vertexValues });
      return vertexPlaces(source, { primitive }, node, shared).flatMap((places) => {
        const asset = pointAsset(shared, movedPositions(base, places), source.skips);
        return asset.count > 0 ? [{ asset, matrix: identity }] : [];
      });
    });
  });
}

function pointAsset({ colors, ...whole }: PointVertices, positions: Float32Array, skips: SkipCounter): PointAsset {
  const { from, to } = finiteElements(whole, positions, skips);
  const begins = { positions: pickedVertices(positions, from), colors: pickedVertices(colors, from) };
  const ends =
    to === null ? {} : { ends: { positions: pickedVertices(positions, to), colors: pickedVertices(colors, to) } };
  return { type: "points", count: from.length, ...begins, ...ends, skipped: {} };
}

type Elements = Pick<PointVertices, "from" | "to">;

/** Returns the points or lines whose places are finite. */
function finiteElements({ from, to }: Elements, positions: Float32Array, skips: SkipCounter): Elements {
  const isFinite = (vertex: number): boolean => {
    const sum = positions[3 * vertex] + positions[3 * vertex + 1] + positions[3 * vertex + 2];
    return sum - sum === 0;
  };
  const kept = from.map((_, i) => i).filter((i) => isFinite(from[i]) && (to === null || isFinite(to[i])));
  if (kept.length === from.length) return { from, to };
  skips.add("nonFinite", from.length - kept.length);
  return { from: kept.map((i) => from[i]), to: to && kept.map((i) => to[i]) };
}
