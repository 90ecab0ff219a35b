// Campaign: spatial publish, killed at random moments and started again, against a gateway that is killed as well

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { validate } from "@usdkit/validate";
import { afterAll, expect, test } from "vitest";
import { randomNumbers } from "../../packages/test-files/src/random.ts";
import { KEY, startGatewayProcess } from "./gateway-process.ts";

const MESHES = 60;
const KILLS = 12;
/** Milliseconds: a run needs at least its start. */
const [LEAST, MOST] = [400, 6000];

const folder = mkdtempSync(join(tmpdir(), "usdkit-publish-kills-"));
const spatial = resolve(import.meta.dirname, "../../packages/spatial-cli/src/bin/spatial.ts");
const output = join(folder, "scene.usda");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A stage of meshes that all differ. */
function stageText(): string {
  const meshes = Array.from(
    { length: MESHES },
    (_, i) => `    def Mesh "M${i}"
    {
        int[] faceVertexCounts = [4]
        int[] faceVertexIndices = [0, 1, 2, 3]
        point3f[] points = [(0, 0, 0), (${i + 2}, 0, 0), (2, 1, 0), (0, 1, 0)]
        uniform token subdivisionScheme = "none"
    }
`,
  );
  return `#usda 1.0
(
    defaultPrim = "World"
)
def Xform "World"
{
${meshes.join("")}
    def Camera "Main"
    {
    }
}
`;
}

interface Run {
  readonly code: number | null;
  readonly stderr: string;
}

/** Runs the command; it is killed after some milliseconds, if it has not ended before. */
async function publish(url: string, killAfter?: number): Promise<Run> {
  const args = [spatial, "publish", join(folder, "shot.usda"), "-o", output, "--interval", "0.05"];
  const env = { ...process.env, SPATIAL_BASE_URL: url, SPATIAL_API_KEY: KEY };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  return { code, stderr };
}

test("nothing is ingested twice and nothing is lost", { timeout: 1_200_000 }, async () => {
  writeFileSync(join(folder, "shot.usda"), stageText());
  const data = join(folder, "data");
  const random = randomNumbers(7);
  let gateway = await startGatewayProcess(data);
  const port = new URL(gateway.url).port;
  const killed = [];
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      const { code, stderr } = await publish(gateway.url, LEAST + (MOST - LEAST) * random());
      killed.push(code === null);
      if (code !== null) expect([code, stderr]).toEqual([0, expect.anything()]);
      if (kill % 3 === 2) {
        gateway.child.kill("SIGKILL");
        // oxlint-disable-next-line no-await-in-loop
        await once(gateway.child, "exit");
        // oxlint-disable-next-line no-await-in-loop -- the record is of this address
        gateway = await startGatewayProcess(data, "--port", port);
      }
    }
    expect(killed).toContain(true);
    const last = await publish(gateway.url);
    expect([last.code, last.stderr]).toEqual([0, expect.stringContaining("reused")]);
    const scene = readFileSync(output, "utf8");
    expect(validate(scene, { profile: "offline" })).toEqual([]);
    const ids = Array.from(scene.matchAll(/@asset:\/mesh\/([^@]+)@/gu), ([, id]) => id);
    expect([ids.length, new Set(ids).size]).toEqual([MESHES, MESHES]);
    const again = await publish(gateway.url);
    expect(again.stderr).toContain(`0 meshes uploaded (0.0 KB), ${MESHES} reused`);
    expect(readFileSync(output, "utf8")).toBe(scene);
    await gateway.close();
    // A file as it was uploaded, and what the mesh has of it.
    const counts = { files: 2 * MESHES, meshes: MESHES, tasks: MESHES };
    expect(storedCounts(join(data, "database/gateway.db"))).toEqual(counts);
  } finally {
    await gateway.close();
  }
});

/** What the gateway has in its database. */
function storedCounts(database: string): Readonly<Record<"files" | "meshes" | "tasks", number>> {
  const stored = new DatabaseSync(database, { readOnly: true });
  try {
    const count = (table: string): number => Number(stored.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"]);
    return { files: count("files"), meshes: count("meshes"), tasks: count("tasks") };
  } finally {
    stored.close();
  }
}
