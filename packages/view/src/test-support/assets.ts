/** Small asset files. */

/** A GLB with the triangle (0, 0, 0), (1, 0, 0), (0, 1, 0). */
export function triangleGlb(): Uint8Array {
  const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const json = JSON.stringify({
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: positions.byteLength }],
    buffers: [{ byteLength: positions.byteLength }],
  });
  const text = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 4) * 4));
  const bytes = new Uint8Array(28 + text.length + positions.byteLength);
  const header = new DataView(bytes.buffer);
  for (const [i, word] of [0x46546c67, 2, bytes.length, text.length, 0x4e4f534a].entries()) {
    header.setUint32(4 * i, word, true);
  }
  bytes.set(text, 20);
  header.setUint32(20 + text.length, positions.byteLength, true);
  header.setUint32(24 + text.length, 0x004e4942, true);
  bytes.set(new Uint8Array(positions.buffer), 28 + text.length);
  return bytes;
}

/** A PLY with a splat in each corner of a cube of half a unit. */
export function cubePly(): Uint8Array {
  const names = ["x", "y", "z", "opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3"];
  const properties = [...names, "f_dc_0", "f_dc_1", "f_dc_2"].map((name) => `property float ${name}`);
  const rows = Array.from({ length: 8 }, (_, i) => {
    const place = [0, 1, 2].map((k) => ((i >> k) & 1) * 0.5 - 0.25);
    return [...place, 3, -1.5, -1.5, -1.5, 1, 0, 0, 0, 1, 0, 0].join(" ");
  });
  const lines = ["ply", "format ascii 1.0", "element vertex 8", ...properties, "end_header", ...rows];
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}
