import { afterEach, expect, test } from "vitest";
import type { LayerFile } from "../../draw/layer-files.ts";
import { defaultSettings, type DrawnContent, type DrawReply, type DrawRequest } from "../../protocol/draw-messages.ts";
import { noChoices } from "../../stage/stage-choices.ts";
import { DrawServer } from "./draw-server.ts";

const servers: DrawServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.handle({ kind: "forget-scene" });
});

/** A page whose files are here; those of a name wait until they are released. */
class Page {
  readonly replies: string[] = [];
  readonly files: Map<string, string>;
  readonly server: DrawServer;
  /** Locations of requested files. */
  readonly fetched: string[] = [];
  readonly #held = new Map<string, () => void>();
  #id = 0;

  constructor(files: Readonly<Record<string, string>>, held: readonly string[] = []) {
    this.files = new Map(Object.entries(files));
    const waiting = new Map(
      held.map((name) => [name, new Promise<void>((release) => this.#held.set(name, release))] as const),
    );
    this.server = new DrawServer(
      {
        fetchAsset: () => Promise.reject(new Error("no assets")),
        fetchLayer: async (location, version): Promise<LayerFile> => {
          this.fetched.push(location);
          await waiting.get(location);
          const text = this.files.get(location);
          if (text === undefined) return "none";
          return text === version ? "same" : { bytes: new TextEncoder().encode(text), version: text };
        },
        wasmUrl: () => Promise.reject(new Error("no decoders")),
        startThread: () => {
          throw new Error("no threads");
        },
      },
      (reply: DrawReply) => this.replies.push(textOf(reply)),
    );
    servers.push(this.server);
  }

  release(name: string): void {
    this.#held.get(name)?.();
  }

  ask(location: string, mayHaveChanged = false): void {
    const content: DrawnContent = {
      file: { location, composition: { searchPaths: [], variants: {} } },
      source: null,
      edited: [],
      choices: noChoices,
      settings: defaultSettings,
    };
    const request: DrawRequest = { kind: "scene", id: ++this.#id, content, mayHaveChanged };
    this.server.handle(request);
  }
}

function textOf(reply: DrawReply): string {
  const id = "id" in reply ? ` ${reply.id}` : "";
  return reply.kind === "scene" ? `scene${id}: ${reply.scene.statistics?.triangles} triangles` : `${reply.kind}${id}`;
}

const ROOT = '#usda 1.0\ndef "A" (references = @/b.usda@</B>)\n{\n}\n';
const CUBE = '#usda 1.0\ndef Cube "B"\n{\n}\n';
const PLANE = '#usda 1.0\ndef Plane "B"\n{\n}\n';

test("a scene that is being loaded is not loaded again because its files are compared", async () => {
  const page = new Page({ "/a.usda": ROOT, "/b.usda": CUBE }, ["/b.usda"]);
  page.ask("/a.usda");
  await expect.poll(() => page.fetched).toContain("/b.usda");
  for (let i = 0; i < 3; i++) page.ask("/a.usda", true);
  page.release("/b.usda");
  await expect.poll(() => page.replies).toContain("scene 1: 12 triangles");
  page.ask("/a.usda", true);
  await expect.poll(() => page.replies.at(-1)).toBe("same-scene 5");
  expect(page.replies.filter((reply) => reply.startsWith("is-stage"))).toEqual(["is-stage 1"]);
});

test("a file that changes while the scene is being loaded loads it again", async () => {
  const page = new Page({ "/a.usda": ROOT, "/b.usda": CUBE }, ["/b.usda"]);
  page.ask("/a.usda");
  await expect.poll(() => page.fetched).toContain("/b.usda");
  page.files.set("/a.usda", ROOT.replace('"A"', '"C"'));
  page.ask("/a.usda", true);
  page.release("/b.usda");
  await expect.poll(() => page.replies.at(-1)).toBe("scene 2: 12 triangles");
});

test("a content that replaces another one is loaded, though files are compared meanwhile", async () => {
  const page = new Page({ "/a.usda": ROOT, "/b.usda": CUBE, "/c.usda": ROOT.replace("/b", "/d"), "/d.usda": PLANE }, [
    "/d.usda",
  ]);
  page.ask("/a.usda");
  await expect.poll(() => page.replies.at(-1)).toBe("scene 1: 12 triangles");
  page.ask("/c.usda");
  await expect.poll(() => page.fetched).toContain("/d.usda");
  page.ask("/c.usda", true);
  page.release("/d.usda");
  await expect.poll(() => page.replies).toContain("scene 2: 2 triangles");
});

test("nothing is loaded any more when it is forgotten while files are compared", async () => {
  const page = new Page({ "/a.usda": ROOT, "/b.usda": CUBE }, ["/b.usda"]);
  page.ask("/a.usda");
  await expect.poll(() => page.fetched).toContain("/b.usda");
  page.ask("/a.usda", true);
  page.server.handle({ kind: "forget-scene" });
  page.release("/b.usda");
  page.ask("/b.usda");
  await expect.poll(() => page.replies.at(-1)).toBe("scene 3: 12 triangles");
  expect(page.replies.filter((reply) => reply.startsWith("scene"))).toHaveLength(1);
});
