import { AssetError } from "../errors/asset-error.ts";
import { checkCount } from "../limits/byte-budget.ts";
import type { PointAsset, SplatAsset } from "../model/asset.ts";
import type { LoadContext } from "../options/load-options.ts";
import { SkipCounter } from "../model/skip-counter.ts";
import { finishSplats, makeSplatArrays } from "../model/splat-arrays.ts";
import { isCompressed, readCompressedSplats } from "./compressed-splats.ts";
import { readPlyHeader, type PlyElement, type PlyFile, type PlyHeader } from "./ply-header.ts";
import { readPoints } from "./points.ts";
import { checkPlySizes, readRows } from "./rows.ts";
import { splatColumns, type SplatColumns } from "./splat-columns.ts";
import { addTrainedSplats } from "./trained-splats.ts";

/**
 * Loads splats as training code or PlayCanvas writes them, or an ordinary point cloud. Meshes are rejected.
 */
export function loadPly(bytes: Uint8Array, context: LoadContext): SplatAsset | PointAsset {
  const header = readPlyHeader(bytes);
  checkPlySizes(bytes, header);
  const vertex = header.elements.find(({ name }) => name === "vertex");
  if (vertex === undefined) {
    const names = header.elements.map(({ name }) => JSON.stringify(name.slice(0, 40))).join(", ");
    const message = `an element called "vertex" was expected; there are ${names === "" ? "none" : names}.`;
    throw new AssetError("malformed", message, { where: "header", offset: 0 });
  }
  if (isCompressed(vertex)) return readCompressedSplats({ bytes, header }, vertex, context);
  const columns = splatColumns(vertex);
  if (columns !== null) return readSplats({ bytes, header }, vertex, columns, context);
  rejectMesh(header);
  return readPoints(bytes, header, vertex, context);
}

function readSplats(
  file: PlyFile,
  vertex: PlyElement,
  { names, degree, hasMore }: SplatColumns,
  { limits, budget }: LoadContext,
): SplatAsset {
  const where = `element ${vertex.name}`;
  checkCount(vertex.count, limits, "splats", { where: where, offset: vertex.offset });
  const arrays = makeSplatArrays(vertex.count, degree, budget, where);
  const skips = new SkipCounter();
  readRows(file, vertex, names, (piece) => addTrainedSplats(arrays, piece, skips));
  if (hasMore) skips.add("harmonicsBeyondDegree3", arrays.count);
  return finishSplats(arrays, degree, skips);
}

function rejectMesh({ elements }: PlyHeader): void {
  const faces = elements.find(({ name, count }) => (name === "face" || name === "tristrips") && count > 0);
  if (faces === undefined) return;
  const message = `the file is a mesh of ${faces.count} faces. Meshes are read from GLB: convert it.`;
  throw new AssetError("unsupported", message, { where: `element ${faces.name}`, offset: faces.offset });
}
