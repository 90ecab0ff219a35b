/** Draws the shadow maps of lights. */
import { GUARD, SUBPIXEL } from "../bands/frame.ts";
import type { ShadowMap } from "../light/shadow-map.ts";
import { boxOfPart, emptyBox, movedBox, unionBox, type Box } from "../prepare/scene-bounds.ts";
import type { Affine, MeshData, MeshDraw } from "../prepare/scene-data.ts";
import { sharedFloats } from "../prepare/shared-arrays.ts";
import { fillTriangle, type FillCorners, type FillTarget } from "./fill-triangle.ts";
import { HiddenTiles } from "./hidden-tiles.ts";

/** Rows and columns at the edges that no caster reaches, so that the comparison has neighbours. */
const MARGIN = 4;
/** A part whose box is thinner than this share of its width is a floor or a wall: it casts shadows, but the map is not fitted to it. */
const FLAT = 0.02;
/** Work between two pauses, in texels tested, with a constant for each triangle. */
const PAUSE_AFTER = 500_000;
const TRIANGLE_WORK = 32;
/** Triangles that a call draws: engines compile a function that is called often once, one that loops for long several times. */
const TRIANGLES_AT_A_TIME = 1 << 11;
/** How often texels are tested on average before the rest is drawn front to back. */
const OVERDRAW = 64;
/** Triangles that are sorted, and texels that are tested: what is beyond them casts no shadow. */
const MAX_LATE = 1 << 20;
const MAX_TESTED = 2 ** 29;
/** Triangles between two updates of what is hidden. */
const UPDATE_AFTER = 64;

/** Returns the draws that cast shadows: opaque ones. */
export function shadowCasters({ draws, parts, materials }: MeshData): readonly MeshDraw[] {
  return draws.filter(({ part, material }) => {
    const { alphaMode, physical } = materials[material];
    return parts[part].triangles > 0 && alphaMode !== "blend" && !(physical !== null && physical.transmission > 0.5);
  });
}

/**
 * Renders the depths of a scene's opaque triangles from a distant light; null if there are none.
 *
 * @param light the direction to it, a unit vector, and the texels along each side of its map
 */
export async function drawShadowMap(
  meshes: MeshData,
  { direction, size }: { readonly direction: readonly number[]; readonly size: number },
  pause: () => Promise<void>,
): Promise<ShadowMap | null> {
  const casters = shadowCasters(meshes);
  const axes = lightAxes(direction);
  const [right, up, away] = axes;
  const boxes = casters.map((draw) => ({ draw, box: boxOfPart(meshes, draw.part) }));
  const solid = boxes.filter(({ box }) => !isFlat(box));
  const fitted = (solid.length > 0 ? solid : boxes).map(({ draw, box }) => lightBox(draw.toWorld, box, axes));
  const [minX, minY, minZ, maxX, maxY] = fitted.reduce(unionBox, emptyBox);
  const extent = Math.max(maxX - minX, maxY - minY);
  if (!(extent > 0 && extent < Infinity)) return null;
  const scale = (size - 2 * MARGIN) / extent;
  const texel = 1 / scale;
  const toLight = [
    ...right.map((value) => value * scale),
    size / 2 - ((minX + maxX) / 2) * scale,
    ...up.map((value) => value * scale),
    size / 2 - ((minY + maxY) / 2) * scale,
    ...away,
    -minZ,
  ];
  const target = shadowTarget(size);
  await fillCasters(meshes, casters, { corners: new CasterCorners(meshes, toLight), target }, pause);
  const depths = sharedFloats(size * size);
  // A texel of slack, against shadows that a surface casts on itself.
  for (let i = 0; i < depths.length; i++) depths[i] = -target.inverseDepths[i] + texel;
  return { size, depths, toLight, place: [], bias: 3 * texel };
}

/** A map that is drawn. */
interface Drawn {
  readonly corners: CasterCorners;
  readonly target: FillTarget;
}

/** Draws casters: in the order of the scene, and front to back once many lie behind each other. */
async function fillCasters(
  meshes: MeshData,
  casters: readonly MeshDraw[],
  { corners, target }: Drawn,
  pause: () => Promise<void>,
): Promise<void> {
  const late: LateTriangle[] = [];
  let [work, tested] = [0, 0];
  for (const draw of casters) {
    corners.openDraw(draw);
    const { firstTriangle, triangles } = meshes.parts[draw.part];
    const end = firstTriangle + triangles;
    for (let next = firstTriangle; next < end;) {
      const [from, before] = [next, tested];
      const to = Math.min(end, from + TRIANGLES_AT_A_TIME);
      [next, tested] = fillSome({ corners, target }, { draw, from, to, tested }, late);
      if (tested > MAX_TESTED) return;
      work += TRIANGLE_WORK * (next - from) + tested - before;
      if (work < PAUSE_AFTER) continue;
      work = 0;
      await pause();
    }
  }
  if (late.length === 0) return;
  late.sort((a, b) => b.nearest - a.nearest);
  const hidden = new HiddenTiles(target);
  let since = 0;
  for (const { draw, triangle, nearest } of late) {
    if (nearest <= hidden.floor || tested > MAX_TESTED) return;
    corners.openDraw(draw);
    corners.open(triangle);
    const [left, right] = corners.columns();
    if (hidden.hides(nearest, left, right)) continue;
    const cost = fillTriangle(target, 0, corners);
    tested += cost;
    work += cost;
    if (++since >= UPDATE_AFTER) {
      hidden.update();
      since = 0;
    }
    if (work < PAUSE_AFTER) continue;
    work = 0;
    await pause();
  }
}

/** A triangle that is drawn front to back with others. */
interface LateTriangle {
  readonly draw: MeshDraw;
  readonly triangle: number;
  readonly nearest: number;
}

/** Triangles of a draw, and how many texels were tested before. */
interface SomeTriangles {
  readonly draw: MeshDraw;
  readonly from: number;
  readonly to: number;
  readonly tested: number;
}

/** Draws triangles until it is time for a pause; returns the next one, and how many texels were tested so far. */
function fillSome(
  { corners, target }: Drawn,
  { draw, from, to, tested: before }: SomeTriangles,
  late: LateTriangle[],
): readonly [next: number, tested: number] {
  const many = OVERDRAW * target.width * target.width;
  let tested = before;
  let triangle = from;
  for (; triangle < to && tested - before < PAUSE_AFTER && tested <= MAX_TESTED; triangle++) {
    if (!corners.open(triangle)) continue;
    if (tested > many && late.length < MAX_LATE) {
      late.push({ draw, triangle, nearest: corners.nearest() });
      tested++;
    } else tested += fillTriangle(target, 0, corners);
  }
  return [triangle, tested];
}

/** Projects the corners of a caster's triangle to the map, in the format of `fillTriangle`. */
class CasterCorners implements FillCorners {
  readonly vertices = new Float64Array(9);
  readonly a = 0;
  readonly b = 3;
  readonly c = 6;
  readonly #meshes: MeshData;
  readonly #toLight: readonly number[];
  /** From asset space to texels and depth: three columns of four numbers. */
  readonly #m = new Float64Array(12);

  constructor(meshes: MeshData, toLight: readonly number[]) {
    this.#meshes = meshes;
    this.#toLight = toLight;
  }

  /** The greatest inverse depth of the open triangle. */
  nearest(): number {
    return Math.max(this.vertices[2], this.vertices[5], this.vertices[8]);
  }

  /** The first and the last column that the open triangle may cover. */
  columns(): readonly [left: number, right: number] {
    const [a, , , b, , , c] = this.vertices;
    return [Math.min(a, b, c) / SUBPIXEL, Math.max(a, b, c) / SUBPIXEL];
  }

  openDraw({ toWorld: m }: MeshDraw): void {
    const l = this.#toLight;
    for (let k = 0; k < 3; k++) {
      for (let row = 0; row < 4; row++) {
        const sum = m[3 * row] * l[4 * k] + m[3 * row + 1] * l[4 * k + 1] + m[3 * row + 2] * l[4 * k + 2];
        this.#m[4 * k + row] = row === 3 ? sum + l[4 * k + 3] : sum;
      }
    }
  }

  /** Returns false if the triangle is too far outside of the map. */
  open(triangle: number): boolean {
    const { positions, indices } = this.#meshes;
    const m = this.#m;
    const { vertices } = this;
    for (let corner = 0; corner < 3; corner++) {
      const at = 3 * indices[3 * triangle + corner];
      const x = positions[at];
      const y = positions[at + 1];
      const z = positions[at + 2];
      const u = x * m[0] + y * m[1] + z * m[2] + m[3];
      const v = x * m[4] + y * m[5] + z * m[6] + m[7];
      if (!(u < GUARD && u > -GUARD && v < GUARD && v > -GUARD)) return false;
      vertices[3 * corner] = Math.floor(u * SUBPIXEL + 0.5);
      vertices[3 * corner + 1] = Math.floor(v * SUBPIXEL + 0.5);
      vertices[3 * corner + 2] = -(x * m[8] + y * m[9] + z * m[10] + m[11]);
    }
    return true;
  }
}

/** Unit vectors perpendicular to the light's direction, and along it. */
function lightAxes([x, y, z]: readonly number[]): [right: number[], up: number[], away: number[]] {
  const length = Math.sqrt(x * x + z * z);
  // A light straight from above or below has any axes.
  const right = length > 1e-6 ? [z / length, 0, -x / length] : [1, 0, 0];
  const up = [y * right[2] - z * right[1], z * right[0] - x * right[2], x * right[1] - y * right[0]];
  return [right, up, [-x, -y, -z]];
}

function isFlat([a, b, c, d, e, f]: Box): boolean {
  const sides = [d - a, e - b, f - c];
  return Math.min(...sides) < FLAT * Math.max(...sides);
}

/** The box of a caster along the axes of the light. */
function lightBox(m: Affine, box: Box, axes: readonly (readonly number[])[]): Box {
  const rows = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let row = 0; row < 12; row += 3) {
    for (const [k, axis] of axes.entries()) {
      rows[row + k] = axis[0] * m[row] + axis[1] * m[row + 1] + axis[2] * m[row + 2];
    }
  }
  return movedBox(box, rows);
}

/** Returns an empty square target. */
export function shadowTarget(size: number): FillTarget {
  return {
    inverseDepths: new Float64Array(size * size).fill(-Infinity),
    ids: new Uint32Array(size * size),
    width: size,
    left: 0,
    right: size,
    top: 0,
    bottom: size,
    origin: 0,
    lists: false,
    settlesTies: false,
    listedPlaces: new Uint32Array(0),
    listedInverseDepths: new Float64Array(0),
    listed: 0,
  };
}
