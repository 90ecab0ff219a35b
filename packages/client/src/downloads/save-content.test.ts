/** What is saved is what was asked for (client-behaviour 21). */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fault } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { names, ranges, read, save, SIZE } from "../test-support/downloads.ts";
import { serveHttp } from "../test-support/loopback.ts";
import { noise, rejection, uploadSite, type UploadSite } from "../test-support/uploads.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
const image = (size = SIZE): Uint8Array => Buffer.concat([PNG, noise(size - PNG.length)]);
const put = (site: UploadSite, content: string | Uint8Array): string =>
  site.service.files.put("a", Buffer.from(content));

describe("content that the name does not announce", () => {
  test.each([
    ["a.png", "<!doctype html><h1>It works!</h1>", /a\.png: expected an image, found HTML: "<!doctype html>/],
    ["a.png", '{"code":404}', /expected an image, found JSON: "\{"code|found JSON: "\{\\"code/],
    ["a.png", "", /expected an image, found no bytes/],
    ["a.png", "\x1b[31mred\u202e", /expected an image, found "\\\\u\{1b\}\[31mred\\\\u\{202e\}"/],
    ["a.ply", noise(SIZE), /expected PLY, found "/],
    ["a.spz", "ply\nformat", /expected SPZ \(gzip\) or SPZ, found PLY/],
    ["a.glb", "; FBX 7.3.0", /expected GLB, found FBX/],
    ["a.bin", "<html>", /expected a file, found HTML/],
    ["a.bin", "[]", /found JSON/],
    ["a.bin", "", /found no bytes/],
  ])("%s: %j is an error, and the existing file stays", async (name, content, message) => {
    await using site = await uploadSite();
    await writeFile(join(site.folder, name), "old");
    const error = await rejection(save(site, put(site, content), name));
    expect(error).toMatchObject({ name: "ProtocolError", message: expect.stringMatching(message) as unknown });
    expect((error as Error).message.length).toBeLessThan(500);
    expect([await names(site), (await read(site, name)).toString()]).toEqual([[name], "old"]);
  });

  test("is found before the rest is fetched", async () => {
    await using site = await uploadSite();
    const page = Buffer.concat([Buffer.from("<!doctype html>"), noise(50_000_000)]);
    await using server = await serveHttp((_, response) => {
      response.writeHead(200, { "content-length": String(page.length) }).end(page);
    });
    let most = 0;
    const onProgress = ({ bytes }: { readonly bytes: number }): void => void (most = Math.max(most, bytes));
    await rejection(save(site, `${server.url}/a.png`, "a.png", { onProgress }));
    expect(most).toBeLessThan(page.length);
  });
});

describe("an image of another type", () => {
  test("is saved under its own extension, with a warning, and the existing file stays", async () => {
    const warnings: string[] = [];
    await using site = await uploadSite({}, { logger: { warn: (message) => warnings.push(message) } });
    await writeFile(join(site.folder, "a.jpg"), "old");
    const saved = await save(site, put(site, image()), "a.jpg");
    expect(saved).toEqual({ path: join(site.folder, "a.png"), size: SIZE });
    expect([await names(site), (await read(site, "a.jpg")).toString()]).toEqual([["a.jpg", "a.png"], "old"]);
    expect((await read(site, "a.png")).equals(image())).toBe(true);
    expect(warnings).toContain("a.jpg: the image is of another type; it is saved as a.png.");
  });

  test("does not replace a file that was not named", async () => {
    await using site = await uploadSite();
    await writeFile(join(site.folder, "a.png"), "another");
    const error = await rejection(save(site, put(site, image()), "a.jpg"));
    expect(error).toMatchObject({ name: "FileError", message: expect.stringContaining("is there already") as unknown });
    expect([await names(site), (await read(site, "a.png")).toString()]).toEqual([["a.png"], "another"]);
  });

  test("is known after a resumption as well", async () => {
    await using site = await uploadSite();
    const url = put(site, image());
    site.service.script.on("files.get", [fault.cutBody()]).always("files.get", fault.cutBody("hang-up", 0));
    await rejection(save(site, url, "a.jpg"));
    expect(await names(site)).toEqual(["a.jpg.part", "a.jpg.part.json"]);
    site.service.script.clear();
    expect(await save(site, url, "a.jpg")).toMatchObject({ path: join(site.folder, "a.png") });
    expect(ranges(site).at(-1)).toBe(`bytes=${SIZE / 2}-`);
    expect(await names(site)).toEqual(["a.png"]);
  });

  test("is any image if the name has no extension", async () => {
    await using site = await uploadSite();
    await save(site, put(site, image()), "result", { content: "image" });
    expect(await names(site)).toEqual(["result"]);
    expect(await rejection(save(site, put(site, noise(10)), "result", { content: "image" }))).toMatchObject({
      name: "ProtocolError",
    });
  });
});

test("content that arrives byte by byte is checked, and complete", async () => {
  await using site = await uploadSite();
  const bytes = image(200);
  await using server = await serveHttp((_, response) => {
    Readable.from(Array.from(bytes, (byte) => Uint8Array.of(byte))).pipe(response);
  });
  await save(site, `${server.url}/a`, "a.png");
  expect((await read(site, "a.png")).equals(bytes)).toBe(true);
});

test("a partial file that is too short to be checked is fetched again", async () => {
  await using site = await uploadSite();
  const bytes = image(200);
  await using server = await serveHttp((request, response) => {
    const isFirst = request.headers["range"] === undefined;
    response.writeHead(isFirst ? 200 : 206, {
      etag: '"a"',
      "content-length": String(isFirst ? 200 : 190),
      ...(!isFirst && { "content-range": "bytes 10-199/200" }),
    });
    if (!isFirst) response.end(bytes.subarray(10));
    else response.write(bytes.subarray(0, 10), () => response.destroy());
  });
  await save(site, `${server.url}/a`, "a.png");
  expect((await read(site, "a.png")).equals(bytes)).toBe(true);
});

describe("an image that answers 404", () => {
  const missing = fault.status(404);

  test("is fetched a few more times", async () => {
    await using site = await uploadSite();
    const url = put(site, image());
    site.service.script.on("files.get", [missing, missing]);
    await save(site, url, "a.png");
    expect((await read(site, "a.png")).equals(image())).toBe(true);
    expect(site.service.record.of("files.get").map(({ status }) => status)).toEqual([404, 404, 200]);
  });

  test("each time is an error; other files are not fetched again", async () => {
    await using site = await uploadSite({}, { retry: { baseDelay: 1, maxDelay: 5, attempts: 20 } });
    const url = put(site, image());
    site.service.script.always("files.get", missing);
    expect(await rejection(save(site, url, "a.png"))).toMatchObject({ name: "NotFoundError" });
    expect(ranges(site)).toHaveLength(5);
    expect(await rejection(save(site, url, "a.ply"))).toMatchObject({ name: "NotFoundError" });
    expect(ranges(site)).toHaveLength(6);
    expect(await names(site)).toEqual([]);
  });
});
