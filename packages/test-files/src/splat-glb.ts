/** Splats as the extension KHR_gaussian_splatting of glTF has them. */
import { GlbData } from "./plain-glb.ts";

const C0 = 0.28209479177387814;
const PREFIX = "KHR_gaussian_splatting:";

/** Two splats, red and blue, of degree 1. */
export function splatGlb(
  nodes: object[] = [{ mesh: 0 }],
  more: (data: GlbData) => object[] = () => [],
  colorSpace = "srgb_rec709_display",
): Uint8Array {
  const data = new GlbData();
  const color = (r: number, g: number, b: number): number[] => [r, g, b].map((value) => (value - 0.5) / C0);
  const attributes = {
    POSITION: data.accessor(new Float32Array([-1, 0, 0, 1, 0, 0]), "VEC3"),
    [`${PREFIX}ROTATION`]: data.accessor(new Int16Array([0, 0, 0, 32767, 0, 0, 23170, 23170]), "VEC4", {
      normalized: true,
    }),
    [`${PREFIX}SCALE`]: data.accessor(new Float32Array([0.2, 0.2, 0.2, 0.4, 0.1, 0.1]), "VEC3"),
    [`${PREFIX}OPACITY`]: data.accessor(new Uint8Array([255, 255]), "SCALAR", { normalized: true }),
    [`${PREFIX}SH_DEGREE_0_COEF_0`]: data.accessor(new Float32Array([...color(1, 0, 0), ...color(0, 0, 1)]), "VEC3"),
    ...Object.fromEntries(
      [0, 1, 2].map((k) => [`${PREFIX}SH_DEGREE_1_COEF_${k}`, data.accessor(new Float32Array(6), "VEC3")]),
    ),
  };
  const extensions = { KHR_gaussian_splatting: { kernel: "ellipse", colorSpace } };
  const meshes = [{ primitives: [{ mode: 0, attributes, extensions }] }, ...more(data)];
  return data.glb({
    extensionsUsed: Object.keys(extensions),
    extensionsRequired: Object.keys(extensions),
    meshes,
    nodes,
  });
}
