/** Texts of meshes for examples. */
import { defText } from "./stage-files.ts";

/** The arrays of a mesh as text, and further statements. */
export interface MeshText {
  readonly counts?: string;
  readonly indices?: string;
  readonly points?: string;
  readonly more?: readonly string[];
}

const SQUARE = "[(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]";

/** Returns a mesh, by default a square. */
export function meshText({
  counts = "[4]",
  indices = "[0, 1, 2, 3]",
  points = SQUARE,
  more = [],
}: MeshText = {}): string {
  return defText(
    'def Mesh "Shape"',
    `int[] faceVertexCounts = ${counts}`,
    `int[] faceVertexIndices = ${indices}`,
    `point3f[] points = ${points}`,
    ...more,
  );
}
