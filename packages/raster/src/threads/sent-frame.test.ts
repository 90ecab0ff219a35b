import { expect, test } from "vitest";
import type { Frame } from "../bands/frame.ts";
import type { MeshData, MeshDraw, PreparedPart } from "../prepare/scene-data.ts";
import { FramePacker, unpackFrame } from "./sent-frame.ts";

const matrix = (first: number): number[] => Array.from({ length: 12 }, (_, i) => first + i / 3);
const draws: readonly MeshDraw[] = [
  { part: 1, material: 2, prim: 3, toWorld: matrix(1), local: null, vertexBase: 4, triangleBase: 5 },
  { part: 0, material: 7, prim: 8, toWorld: matrix(2), local: matrix(3), vertexBase: 9, triangleBase: 10 },
  { part: 1, material: 0, prim: 0, toWorld: matrix(4), local: matrix(5), vertexBase: 11, triangleBase: 12 },
];
const part: PreparedPart = {
  firstVertex: 1,
  vertices: 2,
  firstTriangle: 3,
  triangles: 4,
  hasNormals: true,
  colors: -1,
  texCoords: 5,
  texCoords2: 6,
  tangents: 7,
  scale: [1, 1 / 3, 2],
};
const parts: readonly PreparedPart[] = [part, { ...part, hasNormals: false, colors: 9 }];

/** A frame without anything but draws and parts. */
function frameOf(meshes: Pick<MeshData, "draws" | "parts">): Frame {
  return { scene: { prims: ["/A", "/B"], meshes } } as unknown as Frame;
}

test("a frame comes back with its draws and parts", () => {
  const packer = new FramePacker();
  const { scene } = unpackFrame(structuredClone(packer.pack(frameOf({ draws, parts }))));
  expect(scene.meshes).toEqual({ draws, parts });
  expect(scene.prims).toEqual([]);
  expect(unpackFrame(packer.pack(frameOf({ draws: [], parts: [] }))).scene.meshes).toEqual({ draws: [], parts: [] });
});

test("the lists of a scene are packed once", () => {
  const packer = new FramePacker();
  const frame = frameOf({ draws, parts });
  const { lists } = packer.pack(frame);
  expect(packer.pack({ ...frame, pointSize: 3 }).lists).toBe(lists);
  expect(packer.pack(frameOf({ draws, parts })).lists).not.toBe(lists);
});
