// A page converts a GLB to USDZ; the result is the title of the page.
import { gltfToUsd, packUsdz } from "@usdkit/convert";

const json = new TextEncoder().encode(
  '{"asset":{"version":"2.0"},"nodes":[{"name":"A"}],"scenes":[{"nodes":[0]}],"scene":0}'.padEnd(88),
);
const glb = new Uint8Array(20 + json.length);
new Uint32Array(glb.buffer, 0, 5).set([0x46546c67, 2, glb.length, json.length, 0x4e4f534a]);
glb.set(json, 20);
const { layer, files } = await gltfToUsd(glb);
const usdz = packUsdz(layer, files);
document.title = usdz[0] === 0x50 && usdz[1] === 0x4b ? "works" : "wrong";
