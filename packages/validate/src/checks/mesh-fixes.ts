/** Fixes that remove faces or points of a mesh, with what belongs to them: values of primvars, members of subsets. */
import { elementsInUse, facesInUse } from "@usdkit/geometry/measures";
import { numbersOf, textOf, type StageLayer } from "@usdkit/usd";
import { setAttributeValue, type TextEdit } from "@usdkit/usda";
import { cornersText, rangeOf } from "./extents.ts";
import { integersOf, meshArrays, type MeshArrays } from "./mesh-arrays.ts";
import { schemeOf } from "./normals.ts";
import { integerEdits, ownArray, pickEdits, type OwnArray } from "./own-arrays.ts";
import { interpolationOf, isPrimvarName, primvarOf } from "./primvar-arrays.ts";
import { layerFix } from "./stage-fixes.ts";
import type { Fix } from "../model/finding.ts";
import type { CheckedPrim } from "../rule/checked-prim.ts";

/** Which elements of an array stay: their numbers, ascending, and how many there were. */
interface Kept {
  readonly elements: Int32Array;
  readonly count: number;
}

/** What is removed from a mesh. */
interface Removal {
  /** What subsets of these members are adapted to. */
  readonly elementType: "face" | "point";
  readonly removed: Kept;
  /** By interpolation: the values of primvars that stay. */
  readonly values: ReadonlyMap<string, Kept>;
  /** Attributes other than primvars that have a value for each point. */
  readonly arrays: readonly string[];
  /** Attributes that name elements in a way that is not adapted. */
  readonly obstacles: readonly string[];
}

/** The arrays of a mesh that one layer authors alone. */
interface OwnMesh {
  readonly layer: StageLayer;
  readonly counts: OwnArray;
  readonly indices: OwnArray;
  readonly points: OwnArray;
}

/**
 * Returns the fix that removes the faces of a mesh that draw nothing, as all of their points are on a line. None if the mesh is
 * subdivided, where such faces shape their neighbors, or if the arrays are not all in one layer.
 */
export function removeFacesFix(prim: CheckedPrim): () => readonly Fix[] {
  return () => {
    const mesh = meshArrays(prim);
    const own = ownMesh(prim);
    if (own === undefined || schemeOf(prim) !== "none") return [];
    const { faces, corners } = facesInUse(mesh);
    const count = mesh.counts.length;
    if (faces.length === 0 || faces.length === count) return [];
    const keptFaces: Kept = { elements: faces, count };
    const keptCorners: Kept = { elements: corners, count: mesh.indices.length };
    const adapted = adaptedEdits(prim, own.layer, {
      elementType: "face",
      removed: keptFaces,
      values: new Map([
        ["uniform", keptFaces],
        ["faceVarying", keptCorners],
      ]),
      arrays: [],
      obstacles: ["holeIndices"],
    });
    if (adapted === undefined) return [];
    const title = `Remove ${count - faces.length === 1 ? "the face" : `${count - faces.length} faces`} with all values`;
    return layerFix(own.layer, { title }, () => [
      ...pickEdits(own.counts, faces),
      ...pickEdits(own.indices, corners),
      ...adapted,
    ])();
  };
}

/** Returns the fix that removes the points of a mesh that no face uses; none if the arrays are not all in one layer. */
export function removePointsFix(prim: CheckedPrim): () => readonly Fix[] {
  return () => {
    const mesh = meshArrays(prim);
    const own = ownMesh(prim);
    if (own === undefined) return [];
    const count = mesh.points;
    const points = elementsInUse(mesh.indices, count);
    const kept: Kept = { elements: points, count };
    const adapted = adaptedEdits(prim, own.layer, {
      elementType: "point",
      removed: kept,
      values: new Map([
        ["vertex", kept],
        ["varying", kept],
      ]),
      arrays: ["velocities", "accelerations"],
      obstacles: ["cornerIndices", "creaseIndices", "skel:blendShapes"],
    });
    if (adapted === undefined) return [];
    const title = `Remove ${count - points.length === 1 ? "the point" : `${count - points.length} points`} with all values`;
    const places = newPlaces(kept);
    return layerFix(own.layer, { title }, () => [
      ...pickEdits(own.points, points),
      ...integerEdits(
        own.indices,
        mesh.indices.map((point) => places[point]),
      ),
      ...extentEdits(prim, mesh, points),
      ...adapted,
    ])();
  };
}

function ownMesh(prim: CheckedPrim): OwnMesh | undefined {
  const counts = ownArray(prim, "faceVertexCounts");
  const indices = ownArray(prim, "faceVertexIndices");
  const points = ownArray(prim, "points");
  if (counts === undefined || indices === undefined || points === undefined) return undefined;
  const { layer } = points;
  return counts.layer === layer && indices.layer === layer ? { layer, counts, indices, points } : undefined;
}

/** Returns the edits of all that belongs to elements; undefined if something cannot be adapted in the layer. */
function adaptedEdits(prim: CheckedPrim, layer: StageLayer, removal: Removal): readonly TextEdit[] | undefined {
  const { removed, values, arrays, obstacles } = removal;
  if (obstacles.some((name) => prim.properties.has(name) && prim.hasValue(name))) return undefined;
  const edits: TextEdit[] = [];
  const adapt = (name: string, kept: Kept, width: number): boolean => {
    const own = ownArray(prim, name);
    if (own?.layer !== layer || own.count !== kept.count * width) return false;
    edits.push(...pickEdits(own, kept.elements, width));
    return true;
  };
  for (const name of prim.properties.keys()) {
    if (arrays.includes(name)) {
      if (prim.hasValue(name) && !adapt(name, removed, 1)) return undefined;
    } else if (name === "normals" || isPrimvarName(name)) {
      const kept = values.get(interpolationOf(prim, name));
      const primvar = kept && primvarOf(prim, name);
      if (primvar === undefined || kept === undefined) continue;
      const isAdapted =
        primvar.indices === undefined ? adapt(name, kept, primvar.elementSize) : adapt(`${name}:indices`, kept, 1);
      if (!isAdapted) return undefined;
    }
  }
  const ofSubsets = subsetEdits(prim, layer, removal);
  return ofSubsets && [...edits, ...ofSubsets];
}

/** Returns the edits of the subsets of a mesh; undefined if one cannot be adapted. */
function subsetEdits(
  prim: CheckedPrim,
  layer: StageLayer,
  { elementType, removed }: Removal,
): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  const places = newPlaces(removed);
  for (const subset of prim.children) {
    if (!subset.isA("GeomSubset")) continue;
    const type = textOf(subset.value("elementType")) ?? "face";
    if (type !== "face" && type !== "point") return undefined;
    if (type !== elementType || !subset.hasValue("indices")) continue;
    const own = ownArray(subset, "indices");
    if (own?.layer !== layer) return undefined;
    const members = integersOf(own.value).map((member) => places[member] ?? -1);
    edits.push(
      ...integerEdits(
        own,
        members.filter((member) => member >= 0),
      ),
    );
  }
  return edits;
}

/** Returns the number that each element has after others are removed; -1 for those. */
function newPlaces({ elements, count }: Kept): Int32Array {
  const places = new Int32Array(count).fill(-1);
  for (const [place, element] of elements.entries()) places[element] = place;
  return places;
}

/** Returns the edits of an extent that was that of all points. */
function extentEdits(prim: CheckedPrim, { positions }: MeshArrays, points: Int32Array): readonly TextEdit[] {
  const extent = ownArray(prim, "extent");
  const before = rangeOf(positions);
  const kept = Float64Array.from(
    { length: 3 * points.length },
    (_, i) => positions[3 * points[Math.floor(i / 3)] + (i % 3)],
  );
  const after = rangeOf(kept);
  const authored = extent && numbersOf(extent.value);
  if (extent === undefined || before === undefined || after === undefined || authored === undefined) return [];
  const isOfPoints = before.every((each, i) => Math.fround(each) === Math.fround(authored[i]));
  const isSame = before.every((each, i) => each === after[i]);
  return isOfPoints && !isSame ? setAttributeValue(extent.layer.layer, extent.path, cornersText(after)) : [];
}
