/** Draws the shadow maps of lights. */
import { inBlocks } from "@usdkit/base";
import type { ShadowMap } from "../light/shadow-map.ts";
import { boxOfPart, emptyBox, movedBox, unionBox, type Box } from "../prepare/scene-bounds.ts";
import type { Affine, MeshData, MeshDraw } from "../prepare/scene-data.ts";
import { CasterCorners } from "./caster-corners.ts";
import { fillTriangle, type FillTarget } from "./fill-triangle.ts";
import { HiddenTiles } from "./hidden-tiles.ts";
import type { ShadowTargets } from "./shadow-targets.ts";

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
 * @param targets that maps were drawn to before
 */
export async function drawShadowMap(
  meshes: MeshData,
  { direction, size }: { readonly direction: readonly number[]; readonly size: number },
  targets: ShadowTargets,
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
  const target = targets.take(size);
  await fillCasters(meshes, casters, { corners: new CasterCorners(meshes, toLight), target }, pause);
  const depths = targets.takeDepths(size);
  inBlocks(depths.length, (from, to) => writeDepths(depths, target.inverseDepths, texel, [from, to]));
  targets.give(target);
  return { size, depths, toLight, place: [], bias: 3 * texel };
}

/** Writes the depths of inverse ones: with a texel of slack, against shadows that a surface casts on itself. */
function writeDepths(
  depths: Float32Array,
  inverseDepths: Float64Array,
  texel: number,
  [from, to]: readonly [from: number, to: number],
): void {
  for (let i = from; i < to; i++) depths[i] = -inverseDepths[i] + texel;
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
  const filled: FilledTriangles = { next: 0, tested: 0 };
  let work = 0;
  for (const draw of casters) {
    corners.openDraw(draw, true);
    const { firstTriangle, triangles } = meshes.parts[draw.part];
    const end = firstTriangle + triangles;
    filled.next = firstTriangle;
    while (filled.next < end) {
      const { next, tested } = filled;
      fillSome({ corners, target }, { draw, to: Math.min(end, next + TRIANGLES_AT_A_TIME) }, filled, late);
      if (filled.tested > MAX_TESTED) return;
      work += TRIANGLE_WORK * (filled.next - next) + filled.tested - tested;
      if (work < PAUSE_AFTER) continue;
      work = 0;
      await pause();
    }
  }
  if (late.length === 0) return;
  let { tested } = filled;
  late.sort((a, b) => b.nearest - a.nearest);
  const hidden = new HiddenTiles(target);
  let since = 0;
  for (const { draw, triangle, nearest } of late) {
    if (nearest <= hidden.floor || tested > MAX_TESTED) return;
    corners.openDraw(draw, false);
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

/** How far casters are drawn. */
interface FilledTriangles {
  next: number;
  /** Texels. */
  tested: number;
}

/** Draws triangles of a draw up to `to`, or until it is time for a pause. */
function fillSome(
  { corners, target }: Drawn,
  { draw, to }: { readonly draw: MeshDraw; readonly to: number },
  filled: FilledTriangles,
  late: LateTriangle[],
): void {
  const many = OVERDRAW * target.width * target.width;
  const before = filled.tested;
  let tested = before;
  let triangle = filled.next;
  for (; triangle < to && tested - before < PAUSE_AFTER && tested <= MAX_TESTED; triangle++) {
    if (!corners.open(triangle)) continue;
    if (tested > many && late.length < MAX_LATE) {
      late.push({ draw, triangle, nearest: corners.nearest() });
      tested++;
    } else tested += fillTriangle(target, 0, corners);
  }
  filled.next = triangle;
  filled.tested = tested;
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
