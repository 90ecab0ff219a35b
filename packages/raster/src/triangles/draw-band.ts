/** Rasterizes a band: the nearest opaque surface of each sample. */
import { keyOfFloat, sortByKey } from "../bands/radix-sort.ts";
import type { ThreadMemory } from "../bands/thread-memory.ts";
import * as frames from "../frame/frame.ts";
import type { Frame, GroupLists } from "../frame/frame.ts";
import { multiplyAffine } from "../prepare/affine.ts";
import type { MeshDraw } from "../prepare/scene-data.ts";
import { drawOfTriangle } from "./bin-triangles.ts";
import { Clipper } from "./clip-triangle.ts";
import { fillTriangle, type FillCorners, type FillTarget } from "./fill-triangle.ts";
import type { Surface } from "./surface.ts";

const { NOTHING, POINT_STRIDE } = frames;
/** Rounding error of filtered alpha: a texture with alpha 1 passes a cutoff of 1. */
const CUTOFF_TOLERANCE = 1e-6;
/** Samples tested between two pauses. */
const PAUSE_AFTER = 2_000_000;

/** Rasterizes triangles, clipped if necessary, into a target. */
export class TriangleFiller {
  readonly target: FillTarget;
  readonly #frame: Frame;
  readonly #clipper: Clipper;
  /** Corners of an unclipped triangle and of a clipped piece; reused, since an image has millions. */
  readonly #whole: FillCorners;
  readonly #cut: FillCorners;
  #draw = 0;
  #end = -1;
  #toCamera: readonly number[] = [];

  constructor(frame: Frame, target: FillTarget) {
    this.#frame = frame;
    this.target = target;
    this.#clipper = new Clipper(frame.camera);
    this.#whole = { vertices: frame.vertices, a: 0, b: 0, c: 0 };
    this.#cut = { vertices: this.#clipper.projected, a: 0, b: 0, c: 0 };
  }

  /** @returns About how many samples were tested. */
  fill(triangle: number): number {
    const { vertices } = this.#frame;
    const { indices, parts } = this.#frame.scene.meshes;
    const draw = this.#open(triangle);
    const part = parts[draw.part];
    const own = part.firstTriangle + triangle - draw.triangleBase;
    const shift = draw.vertexBase - part.firstVertex;
    const corners = this.#whole;
    corners.a = 3 * (indices[3 * own] + shift);
    corners.b = 3 * (indices[3 * own + 1] + shift);
    corners.c = 3 * (indices[3 * own + 2] + shift);
    const sum = vertices[corners.a] + vertices[corners.b] + vertices[corners.c];
    // Not NaN: no corner needs clipping.
    if (sum === sum) return fillTriangle(this.target, triangle, corners);
    return this.#fillCut(triangle, own);
  }

  /** Returns the greatest inverse depth of a triangle's corners; infinite for one that needs clipping. */
  nearest(triangle: number): number {
    const { vertices } = this.#frame;
    const { indices, parts } = this.#frame.scene.meshes;
    const draw = this.#open(triangle);
    const part = parts[draw.part];
    const own = 3 * (part.firstTriangle + triangle - draw.triangleBase);
    const shift = draw.vertexBase - part.firstVertex;
    let nearest = -Infinity;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = 3 * (indices[own + corner] + shift);
      if (Number.isNaN(vertices[vertex])) return Infinity;
      nearest = Math.max(nearest, vertices[vertex + 2]);
    }
    return nearest;
  }

  #fillCut(triangle: number, own: number): number {
    const { indices, positions } = this.#frame.scene.meshes;
    const clipper = this.#clipper;
    clipper.setCorners(positions, indices, own, this.#toCamera);
    let looked = 0;
    const count = clipper.clip();
    const corners = this.#cut;
    for (let i = 3; i < 3 * (count - 1); i += 3) {
      corners.b = i;
      corners.c = i + 3;
      looked += fillTriangle(this.target, triangle, corners);
    }
    return looked;
  }

  #open(triangle: number): MeshDraw {
    const { draws, parts } = this.#frame.scene.meshes;
    const open = draws[this.#draw];
    if (triangle < this.#end && triangle >= open.triangleBase) return open;
    this.#draw = drawOfTriangle(draws, triangle);
    const draw = draws[this.#draw];
    this.#end = draw.triangleBase + parts[draw.part].triangles;
    this.#toCamera = multiplyAffine(draw.toWorld, this.#frame.camera.view);
    return draw;
  }
}

/** Returns an empty target for a band. */
export function bandTarget({ layout }: Frame, band: number, memory: ThreadMemory): FillTarget {
  const { fineWidth, fineHeight, bandRows } = layout;
  const top = band * bandRows;
  const samples = fineWidth * bandRows;
  const target: FillTarget = {
    inverseDepths: memory.doubles("band.inverseDepths", samples),
    ids: memory.words("band.ids", samples),
    width: fineWidth,
    left: 0,
    right: fineWidth,
    top,
    bottom: Math.min(fineHeight, top + bandRows),
    origin: top,
    lists: false,
    listedPlaces: memory.words("band.listedPlaces", samples),
    listedInverseDepths: memory.doubles("band.listedInverseDepths", samples),
    listed: 0,
  };
  target.inverseDepths.fill(-Infinity, 0, samples);
  target.ids.fill(NOTHING, 0, samples);
  return target;
}

/** What one thread draws a band with. */
interface BandDrawing {
  readonly frame: Frame;
  readonly surface: Surface;
  readonly filler: TriangleFiller;
  readonly memory: ThreadMemory;
}

/** Draws the opaque triangles and the points of a band; returns the translucent triangles, nearest first. */
export function* drawBand(drawing: BandDrawing, lists: GroupLists, band: number): Generator<void, Uint32Array> {
  const { frame, surface, filler, memory } = drawing;
  const translucent = memory.words("band.translucent", frame.triangleBins.lengths[band]);
  const { starts, lengths } = frame.triangleBins;
  const { target } = filler;
  let [looked, count] = [0, 0];
  for (let i = starts[band], end = i + lengths[band]; i < end; i++) {
    const triangle = lists.triangles[i];
    const coverage = surface.coverageOf(triangle);
    if (coverage === "none") continue;
    if (coverage === "opaque") looked += filler.fill(triangle);
    else if (coverage === "blend") translucent[count++] = triangle;
    else if (coverage === "mask") looked += fillMasked(filler, surface, triangle);
    else if (surface.showsBack(triangle)) looked += filler.fill(triangle);
    if (looked > PAUSE_AFTER) {
      looked = 0;
      yield;
    }
  }
  drawPoints(frame, lists, band, target);
  const keys = memory.words("band.translucentKeys", count);
  for (let i = 0; i < count; i++) keys[i] = keyOfFloat(-filler.nearest(translucent[i]));
  sortByKey(keys, translucent, count, memory);
  return translucent.subarray(0, count);
}

/** Draws a triangle where its alpha reaches the material's cutoff. */
function fillMasked(filler: TriangleFiller, surface: Surface, triangle: number): number {
  const { target } = filler;
  target.lists = true;
  target.listed = 0;
  const looked = filler.fill(triangle);
  target.lists = false;
  const { alphaCutoff } = surface.materialOf(triangle);
  for (let i = 0; i < target.listed; i++) {
    const place = target.listedPlaces[i];
    const row = Math.floor(place / target.width);
    if (surface.alphaAt(triangle, place - row * target.width, target.origin + row) < alphaCutoff - CUTOFF_TOLERANCE)
      continue;
    target.inverseDepths[place] = target.listedInverseDepths[i];
    target.ids[place] = triangle;
  }
  return looked + 8 * target.listed;
}

/** Draws points as squares of `pointSize` pixels that face the camera. */
function drawPoints(frame: Frame, { points: list }: GroupLists, band: number, target: FillTarget): void {
  const { points, pointBins, pointSize, layout, scene } = frame;
  const { starts, lengths } = pointBins;
  const half = (pointSize * layout.side) / 2;
  const { inverseDepths, ids, width, top, bottom } = target;
  for (let i = starts[band], end = i + lengths[band]; i < end; i++) {
    const point = list[i];
    const [u, v, q] = [
      points[POINT_STRIDE * point],
      points[POINT_STRIDE * point + 1],
      points[POINT_STRIDE * point + 2],
    ];
    const firstX = Math.max(0, Math.ceil(u - half - 0.5));
    const lastX = Math.min(width, Math.ceil(u + half - 0.5)) - 1;
    const firstY = Math.max(top, Math.ceil(v - half - 0.5));
    const lastY = Math.min(bottom, Math.ceil(v + half - 0.5)) - 1;
    for (let y = firstY; y <= lastY; y++) {
      for (let x = firstX; x <= lastX; x++) {
        const place = (y - top) * width + x;
        if (q <= inverseDepths[place]) continue;
        inverseDepths[place] = q;
        ids[place] = scene.meshes.triangles + point;
      }
    }
  }
}
