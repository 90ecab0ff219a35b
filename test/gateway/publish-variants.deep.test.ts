// Campaign in CI: spatial publish of a stage whose variants change between runs: only what they change is uploaded to the gateway

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { startGateway } from "@usdkit/gateway";
import { validate } from "@usdkit/validate";
import { afterAll, expect, test } from "vitest";

const KEY = "key-of-ada";
const spatial = resolve(import.meta.dirname, "../../packages/spatial-cli/src/bin/spatial.ts");
const folder = mkdtempSync(join(tmpdir(), "usdkit-publish-variants-"));
const stage = join(folder, "shot.usda");
const output = join(folder, "scene.usda");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mesh = (name: string, ...points: readonly string[]): string => `def Mesh "${name}"
    {
        int[] faceVertexCounts = [${points.length}]
        int[] faceVertexIndices = [${points.map((_, i) => i).join(", ")}]
        point3f[] points = [${points.join(", ")}]
        uniform token subdivisionScheme = "none"
    }`;

const material = (name: string, color: string): string => `def Material "${name}"
    {
        token outputs:surface.connect = </World/${name}/Surface.outputs:surface>
        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor = ${color}
            token outputs:surface
        }
    }`;

const look = (name: string): string => `"${name}" {
            over "Painted" (prepend apiSchemas = ["MaterialBindingAPI"])
            {
                rel material:binding = </World/${name}>
            }
        }`;

/** A stage with a mesh that is always the same, one with a material by variant, and one with points by variant. */
const stageText = (selected: string, shape: string): string => `#usda 1.0
(
    defaultPrim = "World"
)
def Xform "World" (
    variants = {
        string look = "${selected}"
        string shape = "${shape}"
    }
    prepend variantSets = ["look", "shape"]
)
{
    ${mesh("Fixed", "(0, 0, 0)", "(2, 0, 0)", "(0, 1, 0)")}
    ${mesh("Painted", "(0, 0, 0)", "(1, 0, 0)", "(0, 1, 0)")}
    ${material("Red", "(1, 0, 0)")}
    ${material("Blue", "(0, 0, 1)")}
    def Camera "Main"
    {
    }
    variantSet "look" = {
        ${look("Red")}
        ${look("Blue")}
    }
    variantSet "shape" = {
        "Low" {
            ${mesh("Shape", "(0, 0, 0)", "(3, 0, 0)", "(0, 3, 0)")}
        }
        "High" {
            ${mesh("Shape", "(0, 0, 0)", "(3, 0, 0)", "(3, 3, 0)", "(0, 3, 0)")}
        }
    }
}
`;

interface Published {
  readonly path: string;
  readonly meshId: string;
  readonly reused: boolean;
}

/** Publishes the stage; returns its meshes by name, and what the scene names. */
async function publish(url: string, ...flags: readonly string[]): Promise<ReadonlyMap<string, Published>> {
  const args = [spatial, "publish", stage, "-o", output, "--interval", "0.05", "--json", ...flags];
  const env = { ...process.env, SPATIAL_BASE_URL: url, SPATIAL_API_KEY: KEY };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const { meshes } = JSON.parse(stdout) as { readonly meshes: readonly Published[] };
  const scene = readFileSync(output, "utf8");
  expect(validate(scene, { profile: "offline" })).toEqual([]);
  for (const { path, meshId } of meshes) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    expect(scene).toMatch(new RegExp(`def Mesh "${name}" \\(\\s+payload = @asset:/mesh/${meshId}@</mesh>`, "u"));
  }
  return new Map(meshes.map((mesh) => [mesh.path.slice(mesh.path.lastIndexOf("/") + 1), mesh]));
}

const uploaded = (meshes: ReadonlyMap<string, Published>): readonly string[] =>
  [...meshes].filter(([, { reused }]) => !reused).map(([name]) => name);

/** Returns the JSON of the file that a mesh was ingested from. */
async function fileOf(meshId: string): Promise<GlbJson> {
  const text = readFileSync(join(folder, "usdkit-publish.json"), "utf8");
  const { services } = JSON.parse(text) as {
    readonly services: Readonly<Record<string, Readonly<Record<string, State>>>>;
  };
  const [states] = Object.values(services);
  const found = Object.values(states).find((state) => state.meshId === meshId);
  const reply = await fetch(found?.url ?? "", { headers: { authorization: KEY } });
  const bytes = Buffer.from(await reply.arrayBuffer());
  return JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString()) as GlbJson;
}

interface State {
  readonly url: string;
  readonly meshId?: string;
}

interface GlbJson {
  readonly materials?: readonly { readonly pbrMetallicRoughness?: { readonly baseColorFactor?: readonly number[] } }[];
  readonly accessors: readonly { readonly max?: readonly number[] }[];
}

async function colorOf(meshes: ReadonlyMap<string, Published>): Promise<readonly number[] | undefined> {
  const { materials } = await fileOf(meshes.get("Painted")?.meshId ?? "");
  return materials?.[0]?.pbrMetallicRoughness?.baseColorFactor;
}

test("another variant of a material or of a shape uploads what it changes, and one that was there nothing", async () => {
  await using gateway = await startGateway({ data: join(folder, "data"), apiKeys: new Map([[KEY, "ada"]]) });
  writeFileSync(stage, stageText("Red", "Low"));
  const first = await publish(gateway.url);
  const scene = readFileSync(output, "utf8");
  expect([uploaded(first).toSorted(), await colorOf(first)]).toEqual([
    ["Fixed", "Painted", "Shape"],
    [1, 0, 0, 1],
  ]);

  writeFileSync(stage, stageText("Blue", "Low"));
  const blue = await publish(gateway.url);
  expect([uploaded(blue), await colorOf(blue)]).toEqual([["Painted"], [0, 0, 1, 1]]);

  writeFileSync(stage, stageText("Blue", "High"));
  const high = await publish(gateway.url);
  expect(uploaded(high)).toEqual(["Shape"]);
  expect((await fileOf(high.get("Shape")?.meshId ?? "")).accessors.some(({ max }) => max?.join() === "3,3,0")).toBe(
    true,
  );

  const flags = ["--variant", "/World{look=Red}", "--variant", "/World{shape=Low}"];
  expect(uploaded(await publish(gateway.url, ...flags))).toEqual([]);
  expect(readFileSync(output, "utf8")).toBe(scene);
});
