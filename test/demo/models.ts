// Generates the models of the demo, so that the repository contains no binary files: a chair, a table and a room of boxes as
// GLB, and a bunch of flowers of splats as PLY.

type Triple = readonly [number, number, number];

/** With its faces along the axes; metres. */
interface Box {
  readonly from: Triple;
  readonly to: Triple;
  /** Linear red, green and blue. */
  readonly color: Triple;
}

const WOOD = [0.28, 0.13, 0.05] as const;
const CUSHION = [0.55, 0.09, 0.07] as const;
const WALL = [0.62, 0.6, 0.54] as const;
const FLOOR = [0.2, 0.17, 0.15] as const;

const box = (from: Triple, to: Triple, color: Triple): Box => ({ from, to, color });

/** One metre high, looking along +z. */
export function chairGlb(): Uint8Array {
  const leg = (x: number, z: number, top: number): Box =>
    box([x - 0.025, 0, z - 0.025], [x + 0.025, top, z + 0.025], WOOD);
  return writeGlb([
    box([-0.24, 0.42, -0.24], [0.24, 0.46, 0.24], WOOD),
    box([-0.21, 0.46, -0.19], [0.21, 0.51, 0.22], CUSHION),
    leg(-0.2, 0.2, 0.42),
    leg(0.2, 0.2, 0.42),
    leg(-0.2, -0.2, 1),
    leg(0.2, -0.2, 1),
    ...[0.62, 0.76, 0.9].map((y) => box([-0.2, y, -0.215], [0.2, y + 0.08, -0.185], WOOD)),
  ]);
}

export function tableGlb(): Uint8Array {
  const legs = [-0.5, 0.5].flatMap((x) =>
    [-0.3, 0.3].map((z) => box([x - 0.04, 0, z - 0.04], [x + 0.04, 0.7, z + 0.04], WOOD)),
  );
  return writeGlb([box([-0.65, 0.7, -0.42], [0.65, 0.75, 0.42], WOOD), ...legs]);
}

/** A floor of tiles and two walls. */
export function roomGlb(): Uint8Array {
  const tiles: Box[] = [];
  for (let x = -3; x < 3; x++) {
    for (let z = -3; z < 3; z++) {
      const shade = (x + z) % 2 === 0 ? 1 : 1.6;
      tiles.push(box([x, -0.1, z], [x + 0.98, 0, z + 0.98], [FLOOR[0] * shade, FLOOR[1] * shade, FLOOR[2] * shade]));
    }
  }
  return writeGlb([...tiles, box([-3, -0.1, -3.1], [3, 2.6, -3], WALL), box([-3.1, -0.1, -3], [-3, 2.6, 3], WALL)]);
}

/** Half a metre high, and the same on every run. */
export function flowersPly(): Uint8Array {
  const rows: number[][] = [];
  const add = (place: readonly number[], color: readonly number[], size: number): void => {
    // The first harmonic: what is drawn is 0.5 + 0.2821 · f_dc. Sizes are logarithms, and the opacity is a logit.
    const harmonics = color.map((value) => (value - 0.5) / 0.28209479177387814);
    rows.push([...place, ...harmonics, 4, ...[1, 1, 1].map(() => Math.log(size)), 1, 0, 0, 0]);
  };
  const colors = [
    [0.95, 0.8, 0.2],
    [0.9, 0.3, 0.5],
    [0.95, 0.95, 0.9],
  ];
  for (let flower = 0; flower < 40; flower++) {
    const angle = flower * 2.399963;
    const reach = 0.2 * Math.sqrt((flower + 0.5) / 40);
    const head = [Math.cos(angle) * reach, 0.42 - reach * 0.7, Math.sin(angle) * reach] as const;
    for (let i = 0; i < 40; i++) {
      const t = i / 39;
      add([head[0] * t, head[1] * t, head[2] * t], [0.15, 0.3 + 0.15 * t, 0.1], 0.005);
    }
    for (let i = 0; i < 60; i++) {
      const y = 1 - (2 * (i + 0.5)) / 60;
      const ring = Math.sqrt(1 - y * y);
      const turn = i * 2.399963;
      const place = [
        head[0] + 0.04 * ring * Math.cos(turn),
        head[1] + 0.03 * y,
        head[2] + 0.04 * ring * Math.sin(turn),
      ];
      add(
        place,
        (colors[flower % 3] ?? []).map((value) => value * (0.75 + 0.2 * y)),
        0.009,
      );
    }
  }
  const names = "x y z f_dc_0 f_dc_1 f_dc_2 opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3".split(" ");
  const head = ["ply", "format binary_little_endian 1.0", `element vertex ${rows.length}`];
  const header = [...head, ...names.map((name) => `property float ${name}`), "end_header", ""].join("\n");
  return Buffer.concat([Buffer.from(header), new Uint8Array(Float32Array.from(rows.flat()).buffer)]);
}

/** Corners of a face, against the clock as seen from outside, by the side (0 or 1) of each axis. */
const faces: readonly (readonly [normal: Triple, corners: readonly Triple[]])[] = [0, 1, 2].flatMap((axis) =>
  [0, 1].map((side) => {
    const turned = (u: number, v: number): Triple => {
      const corner: [number, number, number] = [0, 0, 0];
      corner[axis] = side;
      corner[(axis + 1) % 3] = side === 1 ? u : v;
      corner[(axis + 2) % 3] = side === 1 ? v : u;
      return corner;
    };
    const normal: [number, number, number] = [0, 0, 0];
    normal[axis] = side === 1 ? 1 : -1;
    return [normal, [turned(0, 0), turned(1, 0), turned(1, 1), turned(0, 1)]] as const;
  }),
);

/** A GLB with a primitive and a material a box (glTF 2.0). */
function writeGlb(boxes: readonly Box[]): Uint8Array {
  const indices = Uint16Array.from(faces.flatMap((_, f) => [0, 1, 2, 0, 2, 3].map((i) => 4 * f + i)));
  const normals = Float32Array.from(faces.flatMap(([normal]) => [0, 1, 2, 3].flatMap(() => normal)));
  const chunks: Uint8Array[] = [new Uint8Array(indices.buffer), new Uint8Array(normals.buffer)];
  const views = [
    { buffer: 0, byteOffset: 0, byteLength: indices.byteLength },
    { buffer: 0, byteOffset: indices.byteLength, byteLength: normals.byteLength },
  ];
  const accessors: object[] = [
    { bufferView: 0, componentType: 5123, count: indices.length, type: "SCALAR" },
    { bufferView: 1, componentType: 5126, count: normals.length / 3, type: "VEC3" },
  ];
  let at = indices.byteLength + normals.byteLength;
  for (const { from, to } of boxes) {
    const places = faces.flatMap(([, corners]) =>
      corners.flatMap((c) => c.map((s, k) => (s === 1 ? to : from)[k] ?? 0)),
    );
    const positions = Float32Array.from(places);
    chunks.push(new Uint8Array(positions.buffer));
    accessors.push({ bufferView: views.length, componentType: 5126, count: 24, type: "VEC3", min: from, max: to });
    views.push({ buffer: 0, byteOffset: at, byteLength: positions.byteLength });
    at += positions.byteLength;
  }
  const document = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [
      {
        primitives: boxes.map((_, i) => ({ attributes: { POSITION: i + 2, NORMAL: 1 }, indices: 0, material: i })),
      },
    ],
    materials: boxes.map(({ color }) => ({
      pbrMetallicRoughness: { baseColorFactor: [...color, 1], metallicFactor: 0, roughnessFactor: 0.8 },
    })),
    buffers: [{ byteLength: at }],
    bufferViews: views,
    accessors,
  };
  return Buffer.concat(glbChunks(Buffer.from(JSON.stringify(document)), Buffer.concat(chunks)));
}

function glbChunks(json: Buffer, binary: Buffer): Buffer[] {
  const padded = (bytes: Buffer, fill: number): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3, fill)]);
  const words = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
  const [text, data] = [padded(json, 0x20), padded(binary, 0)];
  const JSON_CHUNK = 0x4e4f534a;
  const BINARY_CHUNK = 0x004e4942;
  const length = 12 + 8 + text.length + 8 + data.length;
  return [words(0x46546c67, 2, length), words(text.length, JSON_CHUNK), text, words(data.length, BINARY_CHUNK), data];
}
