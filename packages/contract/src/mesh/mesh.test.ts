import { expect, test } from "vitest";
import { ingestMeshRequestSchema } from "./ingest-mesh.ts";

const problems = (body: object): string[] =>
  (ingestMeshRequestSchema.safeParse(body).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

test("GLB, PLY and SPZ are read in, GLB also fast", () => {
  for (const name of ["a.glb", "a.PLY", "a.spz?x=1"]) expect(problems({ fileUrl: `https://h/${name}` })).toEqual([]);
  expect(problems({ fileUrl: "https://h/a.glb", fastUpload: true })).toEqual([]);
  expect(problems({ fileUrl: "https://h/a.ply", fastUpload: false })).toEqual([]);
});

test("others are not", () => {
  expect(problems({ fileUrl: "https://h/a.ply", fastUpload: true })).toEqual([
    "fastUpload: expected a .glb file for the fast path, found extension .ply: leave fastUpload out",
  ]);
  expect(problems({ fileUrl: "https://h/a.obj" })).toEqual([
    "fileUrl: expected a file with .glb, .ply, .spz, found extension .obj",
  ]);
  expect(problems({ fileUrl: "https://h/a" })).toEqual([
    "fileUrl: expected a file with .glb, .ply, .spz, found no extension",
  ]);
});
