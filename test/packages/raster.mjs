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
const image = await render(scene, {}, options);
if (image.stats.splats.total !== 2) throw new Error("the splats were not read");
if (!image.data.some((byte) => byte > 0)) throw new Error("nothing was drawn");

const prepared = await prepareScene(scene);
const [one, three] = await Promise.all([1, 3].map((threads) => prepared.render({ ...options, threads })));
if ((await imageHash(one)) !== (await imageHash(three))) throw new Error("threads make another image");
await prepared.close();

// The same bytes on every Node and for every number of threads: a spiral of splats of degree 1 before a lit, textured pyramid.
const count = 400;
const spiral = Array.from({ length: count }, (_, i) => [
  ((i * 37) % 101) / 50 - 1,
  ((i * 53) % 97) / 48 - 1,
  (i % 13) / 6 - 1,
]);
const crowd = {
  splats: {
    type: /** @type {const} */ ("splats"),
    count,
    positions: Float32Array.from(spiral.flat()),
    orientations: Float32Array.from(spiral.flatMap(([x = 0, y = 0, z = 0]) => [1.5, x, y, z])),
    scales: Float32Array.from(spiral.flatMap(([x = 0, y = 0]) => [0.05 + 0.03 * x, 0.05 + 0.03 * y, 0.01])),
    opacities: Float32Array.from(spiral, (_, i) => (1 + (i % 7)) / 8),
    degree: /** @type {const} */ (1),
    harmonics: Float32Array.from({ length: 12 * count }, (_, i) => ((i * 29) % 59) / 59 - 0.3),
    skipped: {},
  },
  pyramid: {
    type: /** @type {const} */ ("mesh"),
    parts: [
      {
        positions: Float32Array.of(-2, -1, 1, 2, -1, 1, 0, 2, 0, -2, -1, -2, 2, -1, -2),
        normals: null,
        colors: null,
        texCoords: Float32Array.of(0, 0, 1, 0, 0.5, 1, 1, 1, 0, 1),
        indices: Uint32Array.of(0, 1, 2, 1, 4, 2, 3, 0, 2),
        material: 0,
      },
    ],
    materials: [
      {
        name: "stripes",
        baseColor: /** @type {[number, number, number, number]} */ ([1, 0.9, 0.8, 1]),
        texture: 0,
        texCoordTransform: null,
        alphaMode: /** @type {const} */ ("opaque"),
        alphaCutoff: 0.5,
        doubleSided: true,
        unlit: false,
      },
    ],
    textures: [
      {
        width: 16,
        height: 16,
        data: Uint8Array.from({ length: 1024 }, (_, i) => (i % 4 === 3 ? 255 : (i * 7) & 255)),
        wrapS: /** @type {const} */ ("repeat"),
        wrapT: /** @type {const} */ ("mirror"),
        magFilter: /** @type {const} */ ("linear"),
        minFilter: /** @type {const} */ ("mipmap"),
      },
    ],
    skipped: {},
  },
};
const crowded = `#usda 1.0
def ParticleField3DGaussianSplat "Splats" ( payload = @asset:/mesh/splats@ )
{
}
def Mesh "Pyramid" ( payload = @asset:/mesh/pyramid@ )
{
}
def Camera "Main"
{
    float2 clippingRange = (0.1, 100)
    matrix4d xformOp:transform = ((0.8, 0, -0.6, 0), (0, 1, 0, 0), (0.6, 0, 0.8, 0), (4.2, 0.3, 5.6, 1))
}
`;
const both = await prepareScene(crowded, crowd);
for (const threads of [1, 2, 3, 8]) {
  const hash = await imageHash(
    await both.render({ width: 200, height: 120, threads, samples: 4, background: [0.1, 0.2, 0.3] }),
  );
  if (hash !== "c0fcde3746250ce0d1b11447435ba2f4f4248655b69d3a7310089bb3e7711b3e")
    throw new Error(`${threads} threads make another image: ${hash}`);
}
await both.close();

const png = await decodeImage(await encodePng(image));
if (!compareImages(png, image, { threshold: 0 }).equal) throw new Error("PNG lost pixels");
if ((await encodeJpeg(image)).length < 100) throw new Error("no JPEG");
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
