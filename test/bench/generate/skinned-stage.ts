/** A character that is skinned and animated: a tube that joints bend. */
import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";

/** A crate with a SkelRoot: quads along and around a tube, joints in a chain, and time codes 0 to 47 at 24 a second. */
export function skinnedStage({
  triangles,
  joints,
}: {
  readonly triangles: number;
  readonly joints: number;
}): Uint8Array {
  const cells = Math.round(Math.sqrt(triangles / 2));
  const [points, normals, indices, jointIndices, jointWeights]: string[][] = [[], [], [], [], []];
  for (let v = 0; v <= cells; v++) {
    const along = (v / cells) * (joints - 1);
    const joint = Math.min(joints - 2, Math.floor(along));
    const share = along - joint;
    for (let u = 0; u < cells; u++) {
      const angle = (2 * Math.PI * u) / cells;
      const [x, z] = [Math.cos(angle), Math.sin(angle)];
      points.push(`(${x.toFixed(5)}, ${along.toFixed(5)}, ${z.toFixed(5)})`);
      normals.push(`(${x.toFixed(4)}, 0, ${z.toFixed(4)})`);
      jointIndices.push(`${joint}, ${joint + 1}`);
      jointWeights.push(`${(1 - share).toFixed(5)}, ${share.toFixed(5)}`);
      if (v === cells) continue;
      const [a, b] = [v * cells + u, v * cells + ((u + 1) % cells)];
      indices.push(`${a}, ${a + cells}, ${b + cells}, ${b}`);
    }
  }
  const paths = Array.from({ length: joints }, (_, i) => Array.from({ length: i + 1 }, (_, k) => `J${k}`).join("/"));
  const names = paths.map((path) => `"${path}"`).join(", ");
  const matrix = (y: number): string => `((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, ${y}, 0, 1))`;
  const rotations = Array.from({ length: 48 }, (_, time) => {
    const half = 0.02 * Math.sin((2 * Math.PI * time) / 48);
    const rotation = `(${Math.cos(half).toFixed(6)}, ${Math.sin(half).toFixed(6)}, 0, 0)`;
    return `${time}: [${paths.map(() => rotation).join(", ")}]`;
  });
  const text = `#usda 1.0
(
    upAxis = "Y"
    startTimeCode = 0
    endTimeCode = 47
)
def SkelRoot "Character" (
    prepend apiSchemas = ["SkelBindingAPI"]
)
{
    rel skel:skeleton = </Character/Skeleton>
    def Skeleton "Skeleton" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        uniform token[] joints = [${names}]
        uniform matrix4d[] bindTransforms = [${paths.map((_, i) => matrix(i)).join(", ")}]
        uniform matrix4d[] restTransforms = [${paths.map((_, i) => matrix(i === 0 ? 0 : 1)).join(", ")}]
        rel skel:animationSource = </Character/Animation>
    }
    def SkelAnimation "Animation"
    {
        uniform token[] joints = [${names}]
        float3[] translations = [${paths.map((_, i) => `(0, ${i === 0 ? 0 : 1}, 0)`).join(", ")}]
        half3[] scales = [${paths.map(() => "(1, 1, 1)").join(", ")}]
        quatf[] rotations.timeSamples = { ${rotations.join(", ")} }
    }
    def Mesh "Body" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        uniform token subdivisionScheme = "none"
        int[] faceVertexCounts = [${indices.map(() => 4).join(", ")}]
        int[] faceVertexIndices = [${indices.join(", ")}]
        point3f[] points = [${points.join(", ")}]
        normal3f[] normals = [${normals.join(", ")}] (
            interpolation = "vertex"
        )
        color3f[] primvars:displayColor = [(0.7, 0.4, 0.3)]
        int[] primvars:skel:jointIndices = [${jointIndices.join(", ")}] (
            elementSize = 2
            interpolation = "vertex"
        )
        float[] primvars:skel:jointWeights = [${jointWeights.join(", ")}] (
            elementSize = 2
            interpolation = "vertex"
        )
    }
}
`;
  return writeUsdc(parseUsda(text).layer);
}
