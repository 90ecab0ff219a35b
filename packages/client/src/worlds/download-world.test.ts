import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fault, outcome } from "@usdkit/test-service";
import { SpatialClient } from "../node-client.ts";
import { rejection, uploadSite, type UploadSite } from "../test-support/uploads.ts";
import type { WorldDownloadProgress } from "./download-world.ts";

function clientOf({ service }: UploadSite): SpatialClient {
  return new SpatialClient({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    retry: { baseDelay: 1, maxDelay: 5, attempts: 3 },
  });
}

async function world(site: UploadSite): Promise<string> {
  const client = clientOf(site);
  const handle = await client.worlds.generate({ prompt: "a room" });
  await handle.result({ interval: 1 });
  return handle.id;
}

describe("worlds.download", () => {
  test("saves both files, named by the world's id", async () => {
    await using site = await uploadSite();
    const id = await world(site);
    const seen: WorldDownloadProgress[] = [];
    const files = await clientOf(site).worlds.download(id, {
      directory: site.folder,
      onProgress: (progress) => seen.push(progress),
    });
    expect(files.map(({ format, path }) => [format, path])).toEqual([
      ["ply", join(site.folder, `${id}.ply`)],
      ["spz", join(site.folder, `${id}.spz`)],
    ]);
    expect(await readdir(site.folder)).toEqual([`${id}.ply`, `${id}.spz`]);
    const detail = await clientOf(site).worlds.get(id);
    const { plyPath = "" } = detail.assets?.splats?.urls ?? {};
    const bytes = Buffer.from(await (await fetch(plyPath ?? "")).arrayBuffer());
    expect((await readFile(join(site.folder, `${id}.ply`))).equals(bytes)).toBe(true);
    expect(new Set(seen.map(({ format, name }) => `${format} ${name}`))).toEqual(
      new Set([`ply ${id}.ply`, `spz ${id}.spz`]),
    );
  });

  test("saves one format, of a fetched detail, and resumes after a cut connection", async () => {
    await using site = await uploadSite();
    const client = clientOf(site);
    const detail = await client.worlds.get(await world(site));
    site.service.script.on("files.get", [fault.cutBody()]);
    const [file, ...others] = await client.worlds.download(detail, { directory: site.folder, formats: ["spz"] });
    expect(others).toEqual([]);
    expect(file).toMatchObject({ format: "spz", size: 64 << 10 });
    expect(site.service.record.of("files.get").at(-1)?.headers["range"]).toBe(`bytes=${32 << 10}-`);
    expect(site.service.record.violations).toEqual([]);
  });

  test("generates the names: an id of the service is not a path", async () => {
    await using site = await uploadSite();
    const client = clientOf(site);
    const url = site.service.files.put("a.ply", Buffer.from("ply\nformat"));
    const detail = { worldId: "../../evil", status: "SUCCEEDED", assets: { splats: { urls: { plyPath: url } } } };
    const inner = join(site.folder, "inner");
    await mkdir(inner);
    await client.worlds.download(detail, { directory: inner });
    expect(await readdir(inner)).toEqual(["evil.ply"]);
    expect(await readdir(site.folder)).toEqual(["inner"]);
  });

  test("has a hint for a world that is not finished, failed, or lacks the format", async () => {
    await using site = await uploadSite();
    const client = clientOf(site);
    const download = (id: string, formats?: ("ply" | "spz")[]): Promise<unknown> =>
      rejection(client.worlds.download(id, { directory: site.folder, formats }));
    site.service.script.outcome("worlds", outcome.never(), outcome.fails({ code: 500, message: "too dark" }));
    const running = await client.worlds.generate({ prompt: "one" });
    const failed = await client.worlds.generate({ prompt: "two" });
    expect(await download(running.id)).toMatchObject({
      name: "InvalidRequestError",
      message: expect.stringMatching(/is RUNNING.*worlds\.wait/) as unknown,
    });
    expect(await download(failed.id)).toMatchObject({
      name: "OperationFailedError",
      message: expect.stringContaining("too dark") as unknown,
    });
    expect(await download("nothing")).toMatchObject({ name: "NotFoundError" });
    const bare = { worldId: "w", status: "SUCCEEDED", assets: { splats: { urls: { plyPath: "https://x/y.ply" } } } };
    expect(await rejection(client.worlds.download(bare, { directory: site.folder, formats: ["spz"] }))).toMatchObject({
      name: "NotFoundError",
      message: "The world w has no spz file.",
    });
    expect(await download(running.id, ["obj" as "ply"])).toMatchObject({ name: "InvalidRequestError" });
    expect(await readdir(site.folder)).toEqual([]);
  });
});

describe("saveFile of the client", () => {
  test("saves a job's image by its path", async () => {
    await using site = await uploadSite();
    const client = clientOf(site);
    const job = await client.jobs.submit({
      usdContent: Buffer.from(
        '#usda 1.0\ndef Scope "Render" {\n def RenderSettings "S" { uniform int2 resolution = (8, 8) }\n}\n',
      ).toString("base64"),
    });
    const { resultUrl } = await job.result({ interval: 1 });
    const saved = await client.saveFile(resultUrl, join(site.folder, "frame.png"));
    expect((await readFile(saved.path)).subarray(1, 4).toString()).toBe("PNG");
    expect(await readdir(site.folder)).toEqual(["frame.png"]);
  });
});
