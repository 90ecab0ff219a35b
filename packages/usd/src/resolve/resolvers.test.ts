import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { Stage } from "../stage/stage.ts";
import { httpResolver } from "./http-resolver.ts";
import { pathResolver } from "./path-resolver.ts";
import type { Resolver } from "./resolver.ts";

const chair =
  '#usda 1.0\n(\n    defaultPrim = "Chair"\n)\ndef Xform "Chair"\n{\n    def Mesh "Seat"\n    {\n    }\n}\n';
const shot = (assetPath: string): string => `#usda 1.0\ndef "A" (\n    references = @${assetPath}@\n)\n{\n}\n`;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "usdkit-resolvers-")));
  closers.push(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function diskResolver(allowed: readonly string[]): Resolver {
  return pathResolver({
    read: (path) => (existsSync(path) ? readFileSync(path) : undefined),
    realPath: (path) => (existsSync(path) ? realpathSync(path) : undefined),
    allowed,
  });
}

async function compose(root: string, resolver: Resolver): Promise<{ paths: string[]; messages: string[] }> {
  const stage = await Stage.open(root, { resolver });
  const paths = [...stage.traverse()];
  return { paths, messages: stage.problems.map(({ error }) => error.message) };
}

describe("files in allowed folders", () => {
  test("are composed", async () => {
    const folder = folderWith({ "show/shot.usda": shot("../library/chair.usda"), "library/chair.usda": chair });
    const found = await compose(join(folder, "show/shot.usda"), diskResolver([folder]));
    expect(found).toEqual({ paths: ["/A", "/A/Seat"], messages: [] });
  });

  test.each(["../library/chair.usda", "../show/../library/chair.usda"])("%s leads out of them", async (path) => {
    const folder = folderWith({ "show/shot.usda": shot(path), "library/chair.usda": chair });
    const { paths, messages } = await compose(join(folder, "show/shot.usda"), diskResolver([join(folder, "show")]));
    expect(paths).toEqual(["/A"]);
    expect(messages).toEqual([expect.stringContaining("is outside of the allowed folders")]);
  });

  test("a symbolic link may not lead out of them", async () => {
    const folder = folderWith({ "show/shot.usda": shot("./chair.usda"), "library/chair.usda": chair });
    symlinkSync(join(folder, "library/chair.usda"), join(folder, "show/chair.usda"));
    const inside = await compose(join(folder, "show/shot.usda"), diskResolver([join(folder, "show")]));
    expect(inside.paths).toEqual(["/A"]);
    expect(inside.messages).toEqual([expect.stringContaining("is outside of the allowed folders")]);
    expect((await compose(join(folder, "show/shot.usda"), diskResolver([folder]))).paths).toEqual(["/A", "/A/Seat"]);
  });

  test("URLs are not read from a disk", async () => {
    const folder = folderWith({ "shot.usda": shot("https://assets.example/chair.usda") });
    const { messages } = await compose(join(folder, "shot.usda"), diskResolver([folder]));
    expect(messages).toEqual([expect.stringContaining("The resolver reads files only")]);
  });
});

describe("layers over HTTP", () => {
  async function serve(
    answers: Readonly<Record<string, string | { status: number; location?: string }>>,
  ): Promise<string> {
    const server: Server = createServer(({ url = "" }, response) => {
      const answer = answers[url];
      if (answer === undefined) response.writeHead(404).end();
      else if (typeof answer === "string") response.end(answer);
      else response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closers.push(() => server.close());
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test("are fetched before the stage is returned", async () => {
    const host = await serve({ "/shot.usda": shot("./library/chair.usda"), "/library/chair.usda": chair });
    const found = await compose(`http://${host}/shot.usda`, httpResolver({ hosts: [host] }));
    expect(found).toEqual({ paths: ["/A", "/A/Seat"], messages: [] });
  });

  test("come from allowed hosts only, also behind a redirect", async () => {
    const other = await serve({ "/chair.usda": chair });
    const host = await serve({
      "/shot.usda": shot(`http://${other}/chair.usda`),
      "/moved.usda": shot("./elsewhere.usda"),
      "/elsewhere.usda": { status: 302, location: `http://${other}/chair.usda` },
    });
    const direct = await compose(`http://${host}/shot.usda`, httpResolver({ hosts: [host] }));
    expect(direct.paths).toEqual(["/A"]);
    expect(direct.messages).toEqual([expect.stringContaining("is not on an allowed host")]);
    const moved = await compose(`http://${host}/moved.usda`, httpResolver({ hosts: [host] }));
    expect(moved.paths).toEqual(["/A"]);
    expect(moved.messages).toHaveLength(1);
    const allowed = await compose(`http://${host}/shot.usda`, httpResolver({ hosts: [host, other] }));
    expect(allowed.paths).toEqual(["/A", "/A/Seat"]);
  });

  test.each([
    ["missing", "./none.usda", "none.usda"],
    ["failing", "./broken.usda", "answered with status 500"],
    ["too large", "./large.usda", "has more than 1000 bytes"],
  ])("a layer that is %s is an error of its statement, and the rest is composed", async (_name, path, message) => {
    const host = await serve({
      "/shot.usda": shot(path),
      "/broken.usda": { status: 500 },
      "/large.usda": `#usda 1.0\n${"#".repeat(2000)}`,
    });
    const { paths, messages } = await compose(
      `http://${host}/shot.usda`,
      httpResolver({ hosts: [host], maxBytes: 1000 }),
    );
    expect(paths).toEqual(["/A"]);
    expect(messages).toEqual([expect.stringContaining(message)]);
  });
});
