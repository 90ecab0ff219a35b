/** Cards with images of a model from six sides. */
import type { TriangleGeometry, TriangleGroup, VertexPrimvars } from "../model/geometry.ts";
import { colorPrimvars, type Bounds } from "./boxes.ts";

/** The sides in the order of the faces. */
export const SIDES = ["XPos", "XNeg", "YPos", "YNeg", "ZPos", "ZNeg"] as const;

/** A side of a model. */
export type Side = (typeof SIDES)[number];

/** Name of the primvar with the texture coordinates of cards. */
export const CARDS_UV = "cardsUv";

/** What is drawn of the sides of a model. */
export interface Cards {
  /** Sides that have an image; the opposite of one without is drawn with it, mirrored. None: all are drawn in the color. */
  readonly textured: ReadonlySet<Side>;
  /** `box`: on the faces of the bounds; `cross`: in their middle. */
  readonly geometry: "box" | "cross";
  readonly color: readonly number[];
}

/** Cards, and the side whose image each group of triangles has. */
export interface CardsGeometry {
  readonly geometry: TriangleGeometry;
  /** Null: no image. */
  readonly images: readonly (Side | null)[];
}

/** Returns the cards of a model with some bounds. */
export function cardsGeometry(bounds: Bounds, { textured, geometry, color }: Cards): CardsGeometry {
  const drawn = SIDES.filter((side) => textured.size === 0 || textured.has(side) || textured.has(oppositeOf(side)));
  const positions = new Float32Array(12 * drawn.length);
  const normals = new Float32Array(12 * drawn.length);
  const uvs = new Float32Array(8 * drawn.length);
  const indices = new Uint32Array(6 * drawn.length);
  for (const [i, side] of drawn.entries()) {
    const axis = SIDES.indexOf(side) >> 1;
    const isNegative = side.endsWith("Neg");
    for (const [k, point] of quad(axis, isNegative, geometry).entries()) {
      for (let each = 0; each < 3; each++) {
        positions[12 * i + 3 * k + each] = bounds[each] + point[each] * (bounds[3 + each] - bounds[each]);
      }
      normals[12 * i + 3 * k + axis] = isNegative ? -1 : 1;
    }
    uvs.set(texCoords(side, textured.has(side)), 8 * i);
    indices.set(
      [0, 1, 2, 0, 2, 3].map((corner) => 4 * i + corner),
      6 * i,
    );
  }
  const primvars: VertexPrimvars = new Map([
    ...colorPrimvars(color),
    [CARDS_UV, { components: 2, values: uvs, isConstant: false }],
  ]);
  const groups = drawn.map((side, i): TriangleGroup => ({ subset: side, firstTriangle: 2 * i, triangles: 2 }));
  return {
    geometry: {
      type: "triangles",
      positions,
      normals,
      primvars,
      pointOf: null,
      indices,
      groups,
      isDoubleSided: false,
      isBackHidden: true,
    },
    images: drawn.map((side) => (textured.size === 0 ? null : textured.has(side) ? side : oppositeOf(side))),
  };
}

function oppositeOf(side: Side): Side {
  return SIDES[SIDES.indexOf(side) ^ 1];
}

/** Returns the corners of a card in bounds from 0 to 1, counterclockwise, from the upper right of its image. */
function quad(axis: number, isNegative: boolean, geometry: Cards["geometry"]): readonly (readonly number[])[] {
  const depth = geometry === "box" ? 1 : 0.5;
  const corners = [
    [depth, 1, 1],
    [depth, 0, 1],
    [depth, 0, 0],
    [depth, 1, 0],
  ].map(([x, y, z]) => (axis === 0 ? [x, y, z] : axis === 1 ? [1 - y, x, z] : [y, z, x]));
  // The opposite side is the same one through the middle, in the reverse order.
  return isNegative ? corners.toReversed().map((corner) => corner.map((value) => 1 - value)) : corners;
}

/** Returns the texture coordinates of a card's corners; an image of the opposite side is mirrored. */
function texCoords(side: Side, hasImage: boolean): readonly number[] {
  const isZ = side.startsWith("Z");
  const flipsU = isZ ? side === "ZNeg" : !hasImage;
  const flipsV = isZ && (side === "ZPos" ? !hasImage : hasImage);
  return [1, 1, 0, 1, 0, 0, 1, 0].map((value, i) => ((i % 2 === 0 ? flipsU : flipsV) ? 1 - value : value));
}
