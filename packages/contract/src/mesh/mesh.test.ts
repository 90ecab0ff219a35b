import { expect, test } from "vitest";
import { ingestMesh, ingestMeshRequestSchema, type IngestMeshRequest } from "./ingest-mesh.ts";

const problems = (body: object): string[] =>
  (ingestMeshRequestSchema.safeParse(body).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

test("GLB, PLY and SPZ are accepted, GLB also fast", () => {
  for (const name of ["a.glb", "a.PLY", "a.spz?x=1"]) expect(problems({ fileUrl: `https://h/${name}` })).toEqual([]);
  expect(problems({ fileUrl: "https://h/a.glb", fastUpload: true })).toEqual([]);
  expect(problems({ fileUrl: "https://h/a.ply", fastUpload: false })).toEqual([]);
});

const doubts = (body: IngestMeshRequest): string[] =>
  (ingestMesh.doubts?.({ body }) ?? []).map(({ path, message }) => `${path.slice(1).join(".")}: ${message}`);

test("other formats pass with a warning, for services that support them", () => {
  for (const name of ["a.obj", "a"]) expect(problems({ fileUrl: `https://h/${name}` })).toEqual([]);
  expect(doubts({ fileUrl: "https://h/a.glb", fastUpload: true })).toEqual([]);
  expect(doubts({ fileUrl: "https://h/a.ply", fastUpload: true })).toEqual([
    "fastUpload: expected a .glb file for the fast path, found extension .ply: leave fastUpload out",
  ]);
  expect(doubts({ fileUrl: "https://h/a.obj" })).toEqual([
    "fileUrl: expected a file with .glb, .ply, .spz, found extension .obj",
  ]);
  expect(doubts({ fileUrl: "https://h/a" })).toEqual([
    "fileUrl: expected a file with .glb, .ply, .spz, found no extension",
  ]);
});
