// Campaign: Every command against every variant of the service

/** Every command against every variant of the service: exit codes do not depend on what the specification leaves open. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { endpoints } from "@usdkit/contract";
import { variantNamed, variants, type Variant } from "@usdkit/contract/variants";
import { fault, outcome } from "@usdkit/test-service";
import { describe, expect, inject, test } from "vitest";
import { deskInProcess, type ModelDesk } from "../test-support/run-in-process.ts";

const SCENE = `#usda 1.0
def Scope "Render"
{
    def RenderSettings "Settings"
    {
        int2 resolution = (8, 8)
    }
}
`;
const PATCH = '#usda 1.0\nover "World"\n{\n}\n';
const usdContent = Buffer.from(SCENE).toString("base64");
const url = "https://files.example/a.png";

interface Row {
  readonly name: string;
  readonly args: (desk: ModelDesk) => readonly string[];
  /** Fields that the service omits in some variants. */
  readonly needs?: "result" | "id" | "both";
  /** Queries an operation that this call did not create. */
  readonly isAsking?: true;
  /** A file that it writes. */
  readonly file?: string;
}

const scene = (desk: ModelDesk): string => desk.file("scene.usda", SCENE);
const job = ({ model }: ModelDesk): string => model.create(endpoints.submitJob, { requestId: "r", usdContent });
const world = ({ model }: ModelDesk): string => model.create(endpoints.generateWorld, { prompt: "a" });
const mesh = ({ model }: ModelDesk): string =>
  model.create(endpoints.ingestMesh, { fileUrl: "https://f.example/a.glb" });
const gen3d = ({ model }: ModelDesk): string => model.create(endpoints.createTextTo3d, { prompt: "a" });
const session = ({ model }: ModelDesk): string => {
  model.script.outcome("streams", outcome.succeeds());
  return model.activate(model.create(endpoints.createStream, { requestId: "s", usdContent }));
};
const file = (desk: ModelDesk, name: string): string => desk.file(name, new Uint8Array(300));
const images = (desk: ModelDesk): string[] => [
  file(desk, "0.jpg"),
  ...Array.from({ length: 19 }, (_, i) => `https://files.example/${i}.jpg`),
];

const rows: readonly Row[] = [
  { name: "format", args: () => ["format"] },
  {
    name: "render",
    args: (desk) => ["render", scene(desk), "-o", join(desk.folder, "a.png"), "--no-validate"],
    needs: "both",
    file: "a.png",
  },
  { name: "job get", args: (desk) => ["job", "get", job(desk)], isAsking: true },
  {
    name: "job wait",
    args: (desk) => ["job", "wait", job(desk), "-o", join(desk.folder, "a.png")],
    needs: "result",
    isAsking: true,
    file: "a.png",
  },
  {
    name: "stream",
    args: (desk) => [
      "stream",
      scene(desk),
      "-o",
      join(desk.folder, "frames"),
      "--frames",
      "2",
      "--patch",
      desk.file("patch.usda", PATCH),
      "--no-validate",
    ],
    needs: "id",
    file: "frames/frame-000001.jpg",
  },
  {
    name: "stream push",
    args: (desk) => ["stream", "push", session(desk), desk.file("patch.usda", PATCH), "--no-validate"],
  },
  { name: "stream close", args: (desk) => ["stream", "close", session(desk)] },
  { name: "upload", args: (desk) => ["upload", file(desk, "a.jpg"), file(desk, "b.jpg")] },
  {
    name: "upload in parts",
    args: (desk) => ["upload", desk.file("c.mp4", new Uint8Array(2500)), "--custom-prefix", "rooms"],
  },
  { name: "mesh ingest", args: (desk) => ["mesh", "ingest", file(desk, "a.glb"), "--fast"], needs: "id" },
  {
    name: "mesh ingest --wait",
    args: () => ["mesh", "ingest", "https://files.example/a.glb", "--wait"],
    needs: "both",
  },
  { name: "mesh get", args: (desk) => ["mesh", "get", mesh(desk)], isAsking: true },
  { name: "mesh get --wait", args: (desk) => ["mesh", "get", mesh(desk), "--wait"], needs: "result", isAsking: true },
  { name: "world reconstruct", args: (desk) => ["world", "reconstruct", ...images(desk), "--wait"], needs: "id" },
  {
    name: "world generate",
    args: (desk) => ["world", "generate", "--image", url, "--cover", file(desk, "a.png"), "--x-source", "tests"],
    needs: "id",
  },
  { name: "world get", args: (desk) => ["world", "get", world(desk)], isAsking: true },
  { name: "world wait", args: (desk) => ["world", "wait", world(desk)], isAsking: true },
  {
    name: "world list",
    args: (desk) => {
      world(desk);
      return ["world", "list", "--json"];
    },
  },
  {
    name: "world download",
    args: (desk) => {
      desk.model.script.outcome("worlds", outcome.succeeds());
      return ["world", "download", world(desk), "-o", join(desk.folder, "world"), "--format", "ply"];
    },
    isAsking: true,
  },
  {
    name: "gen3d img-to-3d",
    args: (desk) => ["gen3d", "img-to-3d", url, "--wait", "-o", join(desk.folder, "a.glb")],
    needs: "both",
    file: "a.glb",
  },
  { name: "gen3d text-to-3d", args: () => ["gen3d", "text-to-3d", "a chair"], needs: "id" },
  {
    name: "gen3d material-transfer",
    args: () => ["gen3d", "material-transfer", url, "--prompt", "oak", "--wait"],
    needs: "both",
  },
  { name: "gen3d get", args: (desk) => ["gen3d", "get", gen3d(desk)], isAsking: true },
  {
    name: "gen3d get --wait",
    args: (desk) => ["gen3d", "get", gen3d(desk), "--wait"],
    needs: "result",
    isAsking: true,
  },
];

/** `test` calls a sixth of the commands, for each variant others; all where a variant changes what they return. */
function rowsOf({ effect }: Variant, index: number): readonly Row[] {
  return inject("deep") || effect !== "same" ? rows : rows.filter((_, row) => (row + index) % 6 === 0);
}

function expectedCode({ effect, behaviour }: Variant, { needs, isAsking }: Row): number {
  if (effect === "no-id" && (needs === "id" || needs === "both")) return 4;
  if (effect === "no-result" && (needs === "result" || needs === "both")) return 4;
  // As far as this call can know, there is no such operation.
  return (behaviour?.pollsNotFound ?? 0) > 0 && isAsking === true ? 1 : 0;
}

const none: Variant = { name: "no variant", describe: "", source: "", effect: "same" };

describe.each([none, ...variants].map((variant, index) => ({ name: variant.name, variant, index })))(
  "$name",
  ({ variant, index }) => {
    const chosen = variant.reply === undefined && variant.behaviour === undefined ? [] : [variant];

    test.each(rowsOf(variant, index))("$name", async (row) => {
      const desk = deskInProcess({ variants: chosen, polls: 1, queue: 1, blockSize: 1000, fileSize: 2000 });
      const { model } = desk;
      const args = row.args(desk);
      // Status queries are at least 200 ms apart.
      for (let i = 0; i < 3; i++) model.script.outcome("uploads", outcome.succeeds());
      const { code, stdout, stderr } = await desk.run(args);
      const expected = expectedCode(variant, row);
      expect({ code, stderr }).toMatchObject({ code: expected });
      expect(model.record.violations).toEqual([]);
      if (row.file !== undefined) expect(existsSync(join(desk.folder, row.file))).toBe(expected === 0);
      if (expected === 0) expect(stdout).not.toBe("");
      // The record of an operation that ended without a result is printed.
      if (expected === 4 && variant.effect === "no-result") expect(() => JSON.parse(stdout) as unknown).not.toThrow();
      if (expected === 4 && variant.effect === "no-id") expect(stderr).toContain('"data":{"id":');
      if (row.name === "stream" && variant.effect !== "no-id") expect(model.record.openSessions).toEqual([]);
    });
  },
);

test("ids beyond 2^53 are printed and sent with every digit", async () => {
  const desk = deskInProcess({ variants: [variantNamed("ids-of-64-bits")], polls: 1 });
  const { model } = desk;
  const { code, stdout } = await desk.run(["mesh", "ingest", url.replace(".png", ".glb"), "--wait", "--json"]);
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { taskId: "1790432158836457473", meshId: "1790432158836457479" },
  ]);
  const polled = model.record.of("meshes.get").map(({ query }) => query);
  expect(new Set(polled)).toEqual(new Set(["taskId=1790432158836457473"]));
  expect(await desk.run(["mesh", "get", "1790432158836457473"])).toMatchObject({
    code: 0,
    stdout: "SUCCEEDED 1790432158836457479\n",
  });
});

test("unknown statuses are printed when they change", async () => {
  const desk = deskInProcess({ polls: 0 });
  desk.model.script.outcome("worlds", outcome.tells("RUNNING", "POLISHING", "POLISHING", "BAKING"));
  const { code, stderr } = await desk.run(["world", "generate", "--prompt", "a", "--wait"]);
  expect(code).toBe(0);
  expect(stderr.split("\n").filter((line) => line.startsWith("status"))).toEqual(["status POLISHING", "status BAKING"]);
});

test("a wait for the duplicate guard is printed, and the job runs once", async () => {
  const desk = deskInProcess({ variants: [variantNamed("remembers-rejected")], polls: 1 });
  desk.model.script.on("jobs.submit", [fault.tooMany(0)]);
  const { code, stderr } = await desk.run(["render", scene(desk), "-o", "a.png", "--request-id", "r", "--no-validate"]);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^waiting \d+ s: .*minute/m)]);
  expect(desk.model.record.renders).toEqual(new Map([["r", 1]]));
});

test("an option with one value is rejected if given twice", async () => {
  const desk = deskInProcess();
  const { code, stderr } = await desk.run(["world", "generate", "--image", url, "--image", url]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('"--image"')]);
  expect(desk.model.record.requests).toEqual([]);
});
