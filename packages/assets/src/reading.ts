/**
 * What readers of assets are made of, for packages that read splats or images of their own: checked counts, a budget of memory,
 * arrays of splats that leave out and count those that are invalid.
 *
 * @packageDocumentation
 */
export { checkCount } from "./limits/byte-budget.ts";
export { makeContext } from "./options/load-options.ts";
export type { LoadContext } from "./options/load-options.ts";
export { SkipCounter } from "./model/skip-counter.ts";
export { addSplat, finishSplats, harmonicFloats, makeSplatArrays, splatNumbers } from "./model/splat-arrays.ts";
export type { SplatArrays, SplatNumbers } from "./model/splat-arrays.ts";
export { checkPixels } from "./encode/pixels.ts";
export { addTrainedSplats } from "./ply/trained-splats.ts";
export { openSplatPly } from "./ply/splat-ply.ts";
export type { SplatPly } from "./ply/splat-ply.ts";
export type { PlyFormat, PlyProperty, PlyType } from "./ply/ply-header.ts";
export type { RowPiece } from "./ply/row-piece.ts";
