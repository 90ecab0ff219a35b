/** Small files for tests. */
import { GlbData } from "@usdkit/test-files/plain-glb";
import { memoryResolver, Stage } from "@usdkit/usd";
import { gltfToUsd, type GltfToUsdOptions, type UsdFiles } from "../gltf-to-usd.ts";
import { packUsdz } from "../formats/pack-usdz.ts";

/** A triangle in the plane z = 0. */
export const TRIANGLE: Float32Array = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

/** Returns a GLB with the JSON that a function makes of arrays. */
export function glbOf(make: (data: GlbData) => object): Uint8Array {
  const data = new GlbData();
  return data.glb(make(data));
}

/** Returns a GLB of one mesh, which `nodes` show; `more` has further members. */
export function meshGlb(
  make: (data: GlbData) => { readonly primitive?: object; readonly more?: object } = () => ({}),
): Uint8Array {
  return glbOf((data) => {
    const { primitive, more } = make(data);
    const attributes = { POSITION: data.accessor(TRIANGLE, "VEC3") };
    const meshes = [{ name: "Triangle", primitives: [{ attributes, ...primitive }] }];
    return { meshes, nodes: [{ name: "Node", mesh: 0 }], scenes: [{ nodes: [0] }], scene: 0, ...more };
  });
}

/** A converted file and its stage. */
export interface Converted extends UsdFiles {
  readonly stage: Stage;
}

/** Converts a GLB to a package, and opens it. */
export async function convertedStage(glb: Uint8Array, options: GltfToUsdOptions = {}): Promise<Converted> {
  const usd = await gltfToUsd(glb, options);
  const files = new Map([["scene.usdz", packUsdz(usd.layer, usd.files)]]);
  return { ...usd, stage: await Stage.open("scene.usdz", { resolver: memoryResolver(files) }) };
}
