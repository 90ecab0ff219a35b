// What a user of the installed package writes; `check:packages` type-checks and runs it.
import {
  AssetError,
  compareImages,
  decodeImage,
  encodeJpeg,
  encodePng,
  imageHash,
  loadAsset,
  prepareScene,
  render,
} from "@usdkit/raster";

const scene = `#usda 1.0

def ParticleField3DGaussianSplat "Splats"
{
    point3f[] positions = [(-0.5, 0, -5), (0.5, 0, -5)]
    float3[] scales = [(0.2, 0.2, 0.2), (0.3, 0.1, 0.1)]
    float[] opacities = [1, 0.5]
}

def Camera "Main"
{
}
`;
const options = { width: 64, height: 48, outputs: /** @type {const} */ (["primId", "depth"]) };
const picture = await render(scene, {}, options);
if (picture.stats.splats.total !== 2) throw new Error("the splats were not read");
if (!picture.data.some((byte) => byte > 0)) throw new Error("nothing was drawn");

const prepared = await prepareScene(scene);
const [one, three] = await Promise.all([1, 3].map((threads) => prepared.render({ ...options, threads })));
if ((await imageHash(one)) !== (await imageHash(three))) throw new Error("threads make another picture");
await prepared.close();

const png = await decodeImage(await encodePng(picture));
if (!compareImages(png, picture, { threshold: 0 }).equal) throw new Error("PNG lost pixels");
if ((await encodeJpeg(picture)).length < 100) throw new Error("no JPEG");
const error = await loadAsset(new Uint8Array(4)).catch((/** @type {unknown} */ error) => error);
if (!(error instanceof AssetError) || error.problem !== "format") throw new Error("a file of zeros was loaded");

// A triangle, in the least that a GLB can be.
const json = JSON.stringify({
  asset: { version: "2.0" },
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  nodes: [{ mesh: 0 }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3" }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [{ byteLength: 36 }],
});
const text = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 4) * 4));
const glb = new Uint8Array(12 + 8 + text.length + 8 + 36);
glb.set(new Uint8Array(new Uint32Array([0x46546c67, 2, glb.length, text.length, 0x4e4f534a]).buffer));
glb.set(text, 20);
glb.set(new Uint8Array(new Uint32Array([36, 0x004e4942]).buffer), 20 + text.length);
glb.set(new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer), 28 + text.length);
const mesh = await loadAsset(glb);
if (mesh.type !== "mesh" || mesh.parts[0]?.indices.length !== 3) throw new Error("the triangle was not loaded");
