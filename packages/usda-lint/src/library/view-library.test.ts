// The page of a library, through its server.
import { expect, test } from "vitest";
import { memoryContext } from "@usdkit/command/context/memory-context";
import type { LibraryFile, LibraryPage, LibrarySummary } from "@usdkit/view";
import { main } from "../bin/main.ts";
import { runCommand, TestFolder } from "../test-support/run-command.ts";

const FILES = {
  "lib/chair.usda":
    '#usda 1.0\n(\n    defaultPrim = "Chair"\n)\ndef Mesh "Chair"\n{\n    asset a = @tex/wood.png@\n}\n',
  "lib/shot.usda": '#usda 1.0\ndef "A" (\n    references = [@chair.usda@, @none.usda@]\n)\n{\n}\n',
  "lib/tex/wood.png": "wood",
  "lib/tex/100%_copy.png": "wood",
};

test("usda view --library searches an index, and opens its files in the viewer", async () => {
  using folder = new TestFolder(FILES);
  const cwd = folder.path;
  await runCommand("usda", ["index", "lib", "-o", "l.sqlite", "--jobs", "1", "--no-config"], { cwd });
  const context = memoryContext({ cwd });
  const ended = main("usda", ["view", "--library", "l.sqlite", "--no-open", "--no-config"], context);
  await expect.poll(() => context.output().stdout).toContain("\n");
  const url = new URL(context.output().stdout.trim());
  const ask = async <Answer>(path: string, options: RequestInit = {}): Promise<Answer> =>
    (await (await fetch(new URL(path, url), options)).json()) as Answer;
  const paths = async (query: string): Promise<string[]> =>
    (await ask<LibraryPage>(`search?${query}`)).rows.map(({ path }) => path);

  expect(await ask<LibrarySummary>("summary")).toMatchObject({
    files: 4,
    missing: 1,
    kinds: [
      { name: "image", files: 2 },
      { name: "layer", files: 2 },
    ],
    types: [{ name: "Mesh", files: 1 }],
  });
  expect(await paths("")).toEqual(["chair.usda", "shot.usda", "tex/100%_copy.png", "tex/wood.png"]);
  expect(await paths("text=TEX+wood")).toEqual(["tex/wood.png"]);
  expect(await paths(`text=${encodeURIComponent("0%_")}`)).toEqual(["tex/100%_copy.png"]);
  expect(await paths("type=Mesh&kind=layer")).toEqual(["chair.usda"]);
  expect(await paths("problem=missing")).toEqual(["shot.usda"]);
  expect(await paths("problem=constructor&offset=1")).toHaveLength(3);

  const [chair] = (await ask<LibraryPage>("search?text=chair")).rows;
  const details = await ask<LibraryFile>(`file/${chair?.id}`);
  expect(details).toMatchObject({
    defaultPrim: "Chair",
    uses: [{ path: "tex/wood.png", arc: "asset" }],
    usedBy: [{ path: "shot.usda", arc: "reference" }],
  });
  expect(await ask<LibraryFile>(`file/${details.uses[0]?.id}`)).toMatchObject({
    copies: [{ path: "tex/100%_copy.png" }],
  });

  const post = { method: "POST", headers: { Origin: url.origin } };
  const { url: viewer } = await ask<{ url: string }>(`open/${chair?.id}`, post);
  expect(await (await fetch(new URL("files/0", viewer))).text()).toBe(FILES["lib/chair.usda"]);
  expect(await ask(`open/${chair?.id}`, post)).toEqual({ url: viewer });
  expect((await fetch(new URL(`open/${details.uses[0]?.id}`, url), post)).status).toBe(404);
  expect((await fetch(new URL(`open/${chair?.id}`, url), { method: "POST" })).status).toBe(405);
  for (const path of ["file/99", "file/x", "thumbnail/1", "../summary", "nothing.js"]) {
    expect([path, (await fetch(new URL(path, url))).status]).toEqual([path, 404]);
  }
  expect((await fetch(new URL(url.href.replace(/\/[^/]+\/$/u, "/wrong/summary")))).status).toBe(404);
  context.interrupt();
  expect(await ended).toBe(130);
});

test("usda view --library without an index, or with files", async () => {
  using folder = new TestFolder(FILES);
  const cwd = folder.path;
  const run = async (...args: string[]): Promise<string> =>
    (await runCommand("usda", ["view", ...args], { cwd })).stderr;
  expect(await run("--library", "none.sqlite")).toContain("no such file; usda index FOLDER -o none.sqlite makes it");
  expect(await run("--library", "l.sqlite", "lib/shot.usda")).toContain("--library with files: use one of them");
  expect(await run()).toContain("Missing files, or --library with a database");
});
