import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fault } from "@usdkit/test-service";
import { SIZE, names, read, save } from "../test-support/downloads.ts";
import { noise, rejection, uploadSite } from "../test-support/uploads.ts";
import { nodePlatform } from "../platform/node/node-platform.ts";
import { saveFile, type SaveOptions } from "./save-file.ts";

describe("the destination", () => {
  test("is replaced only when the file is complete", async () => {
    await using site = await uploadSite();
    const url = site.service.files.put("a.bin", noise(SIZE));
    await writeFile(join(site.folder, "out.bin"), "old");
    site.service.script.always("files.get", fault.cutBody("hang-up", 0.3));
    const during: string[] = [];
    await rejection(
      save(site, url, "out.bin", { onProgress: () => void read(site).then((text) => during.push(text.toString())) }),
    );
    expect((await read(site)).toString()).toBe("old");
    expect(during.every((text) => text === "old")).toBe(true);
    site.service.script.clear();
    await save(site, url);
    expect((await read(site)).equals(noise(SIZE))).toBe(true);
  });

  const taken: readonly [string, RegExp, SaveOptions, (path: string) => Promise<unknown>][] = [
    [
      "in a folder that is missing",
      /There is no folder .*: make it first/,
      {},
      (path) => rm(join(path, ".."), { recursive: true }),
    ],
    [
      "in what is no folder",
      /is not a folder/,
      {},
      async (path) => {
        await rm(join(path, ".."), { recursive: true });
        await writeFile(join(path, ".."), "");
      },
    ],
    ["of a folder", /is a folder: expected the name of a file/, {}, (path) => mkdir(path)],
    ["of a device", /is not a regular file/, {}, (path) => symlink("/dev/null", path)],
    [
      "of an existing file with overwrite: false",
      /is there already/,
      { overwrite: false },
      (path) => writeFile(path, ""),
    ],
  ];
  test.each(taken)("%s is rejected before anything is fetched", async (_, message, options, prepare) => {
    await using site = await uploadSite();
    const folder = join(site.folder, "inner");
    await mkdir(folder);
    const path = join(folder, "out.bin");
    await prepare(path);
    const url = site.service.files.put("a.bin", noise(10));
    const error = await rejection(saveFile(site.transport, nodePlatform, { url, place: path }, options));
    expect(error).toMatchObject({ name: "InvalidRequestError", message: expect.stringMatching(message) as unknown });
    expect(site.service.record.requests).toEqual([]);
    expect((await readdir(folder).catch(() => [])).filter((name) => name.includes(".part"))).toEqual([]);
  });

  test.each(["", "folder/", "file:///etc/passwd", "http://["])("an invalid URL is rejected: %j", async (text) => {
    await using site = await uploadSite();
    const good = site.service.files.put("a.bin", noise(10));
    const isPlace = text === "" || text.endsWith("/");
    const target = isPlace ? { url: good, place: text } : { url: text, place: join(site.folder, "a") };
    expect(await rejection(saveFile(site.transport, nodePlatform, target))).toMatchObject({
      name: "InvalidRequestError",
    });
    expect(await names(site)).toEqual([]);
  });

  test("of two concurrent downloads is complete, as each writes its own temporary file", async () => {
    await using site = await uploadSite();
    const bytes = noise(SIZE);
    const url = site.service.files.put("a.bin", bytes);
    site.service.script.always("files.get", fault.drip(30_000, 2));
    const saved = await Promise.all([save(site, url), save(site, url), save(site, url)]);
    expect(saved.map(({ size }) => size)).toEqual([SIZE, SIZE, SIZE]);
    expect((await read(site)).equals(bytes)).toBe(true);
    expect(await names(site)).toEqual(["out.bin"]);
  });

  test.each([
    ["nothing", ""],
    ["garbage", "{"],
    ["another's JSON", '{"a":1}'],
    ["too many bytes", "x".repeat(100_000)],
    ["a header in a validator", JSON.stringify({ source: "x", host: "h", instance: "i", validator: "a\r\nb: c" })],
  ])("beside which stands %s is used all the same", async (_, text) => {
    await using site = await uploadSite();
    const bytes = noise(SIZE);
    const url = site.service.files.put("a.bin", bytes);
    await writeFile(join(site.folder, "out.bin.part"), "leftover");
    await writeFile(join(site.folder, "out.bin.part.json"), text);
    await save(site, url);
    expect((await read(site)).equals(bytes)).toBe(true);
    expect(await names(site)).toEqual(["out.bin"]);
  });

  test("stores no URL: a URL grants read access", async () => {
    await using site = await uploadSite();
    const url = site.service.files.put("a.bin", noise(SIZE));
    site.service.script.always("files.get", fault.cutBody());
    await rejection(save(site, `${url}?signature=secret`));
    const facts = (await read(site, "out.bin.part.json")).toString();
    expect(facts).not.toContain("secret");
    expect(facts).not.toContain("127.0.0.1");
    expect(facts).not.toContain(new URL(url).pathname.split("/")[2] ?? "?");
  });
});
