import { SpatialClient } from "@usdkit/client";
import { startTestService, type TestService } from "@usdkit/test-service";
import { parseUsda } from "@usdkit/usda";
import { memoryResolver, Stage, StageReader, XformCache, XformQueries } from "@usdkit/usd";
import { validate } from "@usdkit/validate";
import { describe, expect, onTestFinished, test } from "vitest";
import { PublishError } from "./errors/publish-error.ts";
import { planPublish, publishStage } from "./publish-stage.ts";
import type { RecordStore } from "./record/record-keeper.ts";

const MESH = `
        int[] faceVertexCounts = [4]
        int[] faceVertexIndices = [0, 1, 2, 3]
        point3f[] points = [(0, 0, 0), (2, 0, 0), (2, 1, 0), (0, 1, 0)]
        uniform token subdivisionScheme = "none"`;

/** Two meshes with the same content, one that is hidden, splats, cameras, a light, settings, z up. */
const SHOT = `#usda 1.0
(
    defaultPrim = "World"
    upAxis = "Z"
)
def Xform "World"
{
    matrix4d xformOp:transform = ((2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (1, 2, 3, 1))
    uniform token[] xformOpOrder = ["xformOp:transform"]
    def Mesh "Left"
    {${MESH}
        double3 xformOp:translate = (-5, 0, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def Scope "Group"
    {
        def Mesh "Right"
        {${MESH}
            double3 xformOp:translate.timeSamples = { 10: (5, 0, 0), 20: (7, 0, 0) }
            uniform token[] xformOpOrder = ["xformOp:translate"]
        }
    }
    def Mesh "Hidden"
    {${MESH}
        token visibility = "invisible"
    }
    def Mesh "Flat"
    {${MESH}
        double3 xformOp:scale = (1, 0, 1)
        uniform token[] xformOpOrder = ["xformOp:scale"]
    }
    def ParticleField3DGaussianSplat "Dust"
    {
        point3f[] positions = [(0, 0, 0), (1, 1, 1)]
        float3[] scales = [(0.1, 0.1, 0.1), (0.1, 0.1, 0.1)]
        quatf[] orientations = [(1, 0, 0, 0), (1, 0, 0, 0)]
        float[] opacities = [1, 0.5]
        uniform int radiance:sphericalHarmonicsDegree = 0
        float3[] radiance:sphericalHarmonicsCoefficients = [(1, 0, 0), (0, 1, 0)]
    }
    def PointInstancer "Trees"
    {
        rel prototypes = </World/Trees/Tree>
        int[] protoIndices = [0, 0]
        point3f[] positions = [(1, 0, 0), (2, 0, 0)]
        def Cube "Tree"
        {
        }
    }
    def Camera "Wide"
    {
        float focalLength.timeSamples = { 10: 20, 20: 40 }
        float2 clippingRange = (0, 100)
    }
    def Camera "Main"
    {
        double3 xformOp:translate = (0, -9, 1)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def SphereLight "Lamp"
    {
    }
}
def Scope "Render"
{
    def RenderSettings "Final"
    {
        rel camera = </World/Main>
        uniform int2 resolution = (9000, 3000)
    }
}
`;

async function stageOf(text: string): Promise<Stage> {
  const files = new Map([["shot.usda", new TextEncoder().encode(text)]]);
  return await Stage.open("shot.usda", { resolver: memoryResolver(files) });
}

/** A record in memory, and how often it was written. */
function memoryStore(): RecordStore & { text: string | undefined; writes: number } {
  const store = {
    text: undefined as string | undefined,
    writes: 0,
    load: () => Promise.resolve(store.text),
    save: (text: string) => {
      store.text = text;
      store.writes++;
      return Promise.resolve();
    },
  };
  return store;
}

async function setUp(): Promise<{ service: TestService; client: SpatialClient }> {
  const service = await startTestService({});
  onTestFinished(() => service[Symbol.asyncDispose]());
  return { service, client: new SpatialClient({ baseUrl: service.baseUrl, apiKey: service.apiKey }) };
}

const FAST = { interval: 1 };
const worldMatrix = (stage: Stage, path: string, time: number | null): number[] => {
  const reader = new StageReader(stage);
  const prim = reader.prim(path);
  if (prim === undefined) throw new Error(`no prim ${path}`);
  return Array.from(new XformCache(new XformQueries(reader), time).localToWorld(prim));
};
const upright = ([...m]: number[]): number[] => {
  // (x, y, z) becomes (x, z, −y).
  return [0, 1, 2, 3].flatMap((row) => [m[4 * row], m[4 * row + 2], 0 - m[4 * row + 1], m[4 * row + 3]]);
};

describe("a stage", () => {
  test("becomes a scene without findings: payloads, matrices, cameras, settings", async () => {
    const { client } = await setUp();
    const stage = await stageOf(SHOT);
    const { scene, meshes, dropped, camera, resolution } = await publishStage(stage, client, memoryStore(), {
      ...FAST,
      time: 15,
    });
    expect(validate(scene, { profile: "offline" })).toEqual([]);
    expect(meshes.map(({ path, reused }) => [path, reused])).toEqual([
      ["/World/Left", false],
      ["/World/Group/Right", true],
      ["/World/Dust", false],
      ["/World/Trees", false],
    ]);
    expect(meshes[1].meshId).toBe(meshes[0].meshId);
    expect([camera, resolution]).toEqual(["/World/Main", [4500, 1500]]);
    expect(dropped.map(({ path, reason }) => `${path}: ${reason.replace(/:.*/u, "")}`)).toEqual([
      "/World/Wide: clippingRange = (0, 100) is not valid for the service",
      "/World/Lamp: The service lights scenes itself",
      "/World/Flat: Its transform is singular or not affine",
      "/Render/Final: The resolution 9000x3000 exceeds 4500 pixels",
    ]);

    const published = await stageOf(scene);
    for (const path of ["/World/Left", "/World/Group/Right", "/World/Dust", "/World/Main", "/World/Wide"]) {
      const expected = upright(worldMatrix(stage, path, 15));
      for (const [i, value] of worldMatrix(published, path, null).entries()) expect(value).toBeCloseTo(expected[i], 12);
    }
    const reader = new StageReader(published);
    const types = [...reader.prims()].map(({ path, type }) => `${path} ${type}`);
    expect(types).toEqual([
      "/World Xform",
      "/World/Main Camera",
      "/World/Wide Camera",
      "/World/Left Mesh",
      "/World/Group Scope",
      "/World/Group/Right Mesh",
      "/World/Dust ParticleField3DGaussianSplat",
      "/World/Trees Xform",
      "/World/Trees/Tree Mesh",
      "/World/Trees/Tree_1 Mesh",
      "/Render Scope",
      "/Render/Settings RenderSettings",
    ]);
    expect(scene).toContain(`payload = @asset:/mesh/${meshes[2].meshId}@</GaussianSplatData>`);
    expect(scene).toContain("float focalLength = 30\n");
    expect(parseUsda(scene).ok).toBe(true);
  });

  test("is uploaded once: a second run sends what has changed", async () => {
    const { service, client } = await setUp();
    const store = memoryStore();
    const count = (): number[] => [
      service.record.of("assets.uploadSingle").length,
      service.record.of("meshes.ingest").length,
    ];
    const first = await publishStage(await stageOf(SHOT), client, store, FAST);
    expect(count()).toEqual([3, 3]);
    const second = await publishStage(await stageOf(SHOT), client, store, FAST);
    expect(count()).toEqual([3, 3]);
    expect(second.scene).toBe(first.scene);
    expect(second.meshes.every(({ reused }) => reused)).toBe(true);
    const plan = await planPublish(await stageOf(SHOT), client.baseUrl, store);
    expect(plan.meshes.map(({ meshId }) => meshId)).toEqual(first.meshes.map(({ meshId }) => meshId));
    const changed = SHOT.replace("[(0, 0, 0), (1, 1, 1)]", "[(0, 0, 0), (1, 1, 2)]");
    const third = await publishStage(await stageOf(changed), client, store, FAST);
    expect(count()).toEqual([4, 4]);
    expect(third.meshes.filter(({ reused }) => !reused).map(({ path }) => path)).toEqual(["/World/Dust"]);
  });

  test("is planned without a request, with sizes", async () => {
    const { service } = await setUp();
    const { meshes, scene } = await planPublish(await stageOf(SHOT), service.baseUrl, memoryStore());
    expect(service.record.requests).toEqual([]);
    expect(scene).toBe("");
    expect(meshes.every(({ meshId, bytes }) => meshId === null && bytes > 100)).toBe(true);
  });

  test("without geometry, or without the camera that is asked for, is an error before anything is sent", async () => {
    const { service, client } = await setUp();
    const empty = publishStage(await stageOf('#usda 1.0\ndef Xform "A"\n{\n}\n'), client, memoryStore());
    await expect(empty).rejects.toThrow("The stage has nothing to publish: it has no visible geometry");
    const lost = publishStage(await stageOf(SHOT), client, memoryStore(), { camera: "/World/None" });
    await expect(lost).rejects.toThrow("The stage has no camera /World/None: it has /World/Wide, /World/Main");
    const bad = { ...memoryStore(), load: () => Promise.resolve("{") };
    await expect(publishStage(await stageOf(SHOT), client, bad)).rejects.toBeInstanceOf(PublishError);
    expect(service.record.requests).toEqual([]);
  });
});
