/** How sharp the surface is at a vertex (DeRose, Kass and Truong 1998; the rules of OpenSubdiv's uniform creases). */
import { decreased, type ControlMesh, type MeshEdges } from "./control-mesh.ts";

/** The rule of a vertex: smooth, along a crease between two vertices, or where it is. */
export type VertexRule =
  | { readonly kind: "smooth" | "corner" }
  | { readonly kind: "crease"; readonly ends: readonly [number, number] };

/** The rules of a vertex, with weights that sum to 1: a second one where the first ends within this subdivision. */
export type WeightedRules = readonly { readonly rule: VertexRule; readonly weight: number }[];

/** Returns the edges at each vertex. */
export function edgesAtVertices(vertices: number, { ends }: MeshEdges): readonly (readonly number[])[] {
  const found: number[][] = Array.from({ length: vertices }, () => []);
  for (let i = 0; i < ends.length; i++) found[ends[i]].push(i >> 1);
  return found;
}

/** Returns the rules of a vertex with the edges around it. */
export function vertexRules(
  { sharpVertices }: ControlMesh,
  edges: MeshEdges,
  vertex: number,
  around: readonly number[],
): WeightedRules {
  const own = sharpVertices.get(vertex) ?? 0;
  const sharpnesses = around.map((edge) => edges.sharpness[edge]);
  const now = ruleOf({ vertex, around, edges }, own, sharpnesses);
  const then = ruleOf({ vertex, around, edges }, decreased(own), sharpnesses.map(decreased));
  if (now.kind === then.kind) return [{ rule: now, weight: 1 }];
  const ending = [own, ...sharpnesses].filter((sharpness) => sharpness > 0 && decreased(sharpness) === 0);
  const weight = Math.min(1, ending.reduce((sum, sharpness) => sum + sharpness, 0) / Math.max(1, ending.length));
  return [
    { rule: now, weight },
    { rule: then, weight: 1 - weight },
  ];
}

interface Neighborhood {
  readonly vertex: number;
  /** The edges at the vertex. */
  readonly around: readonly number[];
  readonly edges: MeshEdges;
}

function ruleOf(
  { vertex, around, edges: { ends } }: Neighborhood,
  own: number,
  sharpnesses: readonly number[],
): VertexRule {
  const sharp = around.filter((_, i) => sharpnesses[i] > 0);
  if (own > 0 || sharp.length > 2) return { kind: "corner" };
  if (sharp.length < 2) return { kind: "smooth" };
  const [a, b] = sharp.map((edge) => (ends[2 * edge] === vertex ? ends[2 * edge + 1] : ends[2 * edge]));
  return { kind: "crease", ends: [a, b] };
}
