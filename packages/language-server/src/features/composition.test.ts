import type { CodeAction, Diagnostic, Location } from "vscode-languageserver-types";
import { Stage } from "@usdkit/usd";
import { afterEach, describe, expect, test, vi } from "vitest";
import { memoryHost } from "../host/memory-host.ts";
import { TestClient, withCursor } from "../test-support/client.ts";
import { edited } from "../test-support/edited.ts";

const SHOT = "file:///shots/shot.usda";
const SET = "file:///shots/set.usda";
const CHAIR = "file:///shots/assets/chair.usda";

const chair = `#usda 1.0
(
    defaultPrim = "Chair"
)

class "_Wood"
{
    color3f tint = (1, 0, 0)
}

def Xform "Chair" (
    inherits = </_Wood>
    kind = "component"
)
{
    double size = 2
    rel look = </Chair/Look>

    def Material "Look"
    {
    }
}
`;
const set = `#usda 1.0

def Xform "Room"
{
    def "Chair" (
        references = @./assets/chair.usda@
    )
    {
    }
}
`;
const shot = `#usda 1.0
(
    subLayers = [@./set.usda@]
)

over "Room"
{
    over "Chair"
    {
        double size = 3
        rel other = </Room/Chair/Look>
    }
}
`;

let client: TestClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
  vi.useRealTimers();
});

async function start(files: Readonly<Record<string, string>>, root?: string): Promise<TestClient> {
  client = await TestClient.start({ host: memoryHost({ files: new Map(Object.entries(files)) }), root });
  return client;
}

async function hover(server: TestClient, marked: string, uri = SHOT): Promise<string> {
  const found = await server.at<{ contents: { value: string } } | null>("textDocument/hover", marked, uri);
  return found?.contents.value ?? "";
}

async function places(server: TestClient, marked: string, uri = SHOT): Promise<readonly string[]> {
  const found = await server.at<readonly Location[]>("textDocument/definition", marked, uri);
  return found.map(({ uri: target, range }) => `${target.slice("file:///shots/".length)}:${range.start.line + 1}`);
}

/** Resolves when the diagnostics of a document pass a test. */
async function diagnosed(
  server: TestClient,
  uri: string,
  isDone: (codes: readonly unknown[]) => boolean,
): Promise<readonly Diagnostic[]> {
  for (;;) {
    const found = await server.diagnostics(uri);
    if (isDone(found.map(({ code }) => code))) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("hover", () => {
  test("shows the composed value, its layer, line and arc", async () => {
    const server = await start({ [SET]: set, [CHAIR]: chair });
    const own = await hover(server, shot.replace("double size", "double si|ze"));
    expect(own).toContain("Composed (default): `3`");
    expect(own).toContain("[shot\\.usda\\:10](file:///shots/shot.usda#L10), stronger than 1 other opinion");
    const weaker = await hover(server, shot.replace("double size = 3", "double si|ze"));
    expect(weaker).toContain("Composed (default): `2`");
    expect(weaker).toContain("[chair\\.usda\\:16](file:///shots/assets/chair.usda#L16) (references)");
    const prim = await hover(server, shot.replace('over "Chair"', 'over "Cha|ir"'));
    expect(prim).toContain("set\\.usda\\:5");
    const targets = await hover(server, shot.replace("rel other", "rel oth|er"));
    expect(targets).toContain("`</Room/Chair/Look>`");
  });

  test("shows a metadata field as it is composed", async () => {
    const server = await start({ [SET]: set, [CHAIR]: chair });
    const marked = set.replace("references =", 'ki|nd = "group"\n        references =');
    expect(await hover(server, marked, SET)).toContain('Composed: `"group"`');
  });

  test("uses the unsaved text of other documents, and the root layer that is set", async () => {
    const server = await start({ [SHOT]: shot, [CHAIR]: chair }, SHOT);
    await server.open(CHAIR, chair.replace("double size = 2", "double size = 5"));
    const text = set.replace("    {\n    }", "    {\n        double si|ze\n    }");
    expect(await hover(server, text, SET)).toContain("Composed (default): `3`");
    await server.open(SHOT, shot.replace("double size = 3", "double size"));
    expect(await hover(server, text, SET)).toContain("Composed (default): `5`");
  });

  test("follows edits of all layers without composing the stage again", async () => {
    const server = await start({ [SET]: set, [CHAIR]: chair, "file:///shots/table.usda": "#usda 1.0\n" });
    const size = (text: string): Promise<string> => hover(server, text.replace("double size", "double si|ze"));
    const bare = shot.replace("double size = 3", "double size");
    // Without the checks of documents, which wait until the texts are quiet: they compose stages as well.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    expect(await size(shot)).toContain("`3`");
    const open = vi.spyOn(Stage, "open");
    expect(await size(shot.replace("= 3", "= 4"))).toContain("`4`");
    expect(await size(bare)).toContain("`2`");
    await server.open(CHAIR, chair.replace("double size = 2", "double size = 6"));
    expect(await size(bare)).toContain("`6`");
    await server.open(SET, set.replace("references", "inherits = </Other>\n        references"));
    expect(await size(`${bare}\ndef "Other"\n{\n    double size = 7\n}\n`)).toContain("`7`");
    await server.close(SET);
    await server.close(CHAIR);
    expect(await size(bare)).toContain("`2`");
    expect(open).not.toHaveBeenCalled();
    // A file that was not known yet.
    expect(await size(bare.replace("@./set.usda@", "@./table.usda@, @./set.usda@"))).toContain("`2`");
    open.mockRestore();
  });
});

test("nothing is composed by a host without files", async () => {
  const server = await TestClient.start({ host: memoryHost() });
  client = server;
  expect(await hover(server, shot.replace("double size", "double si|ze"))).not.toContain("Composed");
});

describe("definition", () => {
  test("of a name: the other opinions, strongest first", async () => {
    const server = await start({ [SET]: set, [CHAIR]: chair });
    expect(await places(server, shot.replace('over "Chair"', 'over "Ch|air"'))).toEqual([
      "set.usda:5",
      "assets/chair.usda:11",
      "assets/chair.usda:6",
    ]);
    expect(await places(server, shot.replace("double size", "double si|ze"))).toEqual(["assets/chair.usda:16"]);
  });

  test("of targets: the prim in the layers that it comes from", async () => {
    const server = await start({ [SET]: set, [CHAIR]: chair });
    expect(await places(server, shot.replace("Chair/Look>", "Chair/Lo|ok>"))).toEqual(["assets/chair.usda:19"]);
  });

  test("of a path in another layer: through the arcs of that layer", async () => {
    const server = await start({ [SHOT]: shot, [SET]: set, [CHAIR]: chair });
    const text = '#usda 1.0\n\ndef "A" (\n    references = @./shot.usda@</Room/Chair/Lo|ok>\n)\n{\n}\n';
    expect(await places(server, text, "file:///shots/a.usda")).toEqual(["assets/chair.usda:19"]);
  });
});

describe("diagnostics", () => {
  test("are at the statements of the document that cause them, and move with the text", async () => {
    const server = await start({ [SET]: set, [CHAIR]: chair });
    const text = shot.replace("set.usda@]", "set.usda@, @./gone.usda@]");
    await server.open(SHOT, text);
    const [found] = (await diagnosed(server, SHOT, (codes) => codes.includes("missing-layer"))).filter(
      ({ code }) => code === "missing-layer",
    );
    expect(found).toMatchObject({
      code: "missing-layer",
      range: { start: { line: 2, character: 31 } },
    });
    const { position } = withCursor(text.replace("#usda 1.0\n", "#usda 1.0\n|"));
    await server.change(SHOT, "# moved\n", { start: position, end: position });
    const moved = await server.diagnostics(SHOT);
    expect(moved.find(({ code }) => code === "missing-layer")?.range.start.line).toBe(3);
  });

  test("are left out in texts without a place", async () => {
    const server = await start({ [SET]: set, [CHAIR]: chair });
    await server.open("untitled:Untitled-1", shot);
    await server.open(SHOT, shot.replace("set.usda", "gone.usda"));
    await diagnosed(server, SHOT, (codes) => codes.includes("missing-layer"));
    expect(await server.diagnostics("untitled:Untitled-1")).toEqual([]);
  });

  test("follow changes of other documents", async () => {
    const server = await start({ [CHAIR]: chair });
    await server.open(SHOT, shot);
    await diagnosed(server, SHOT, (codes) => codes.includes("missing-layer"));
    await server.open(SET, set);
    const after = await diagnosed(server, SHOT, (codes) => !codes.includes("missing-layer"));
    expect(after.filter(({ severity }) => severity === 1)).toEqual([]);
  });
});

describe("author in another layer", () => {
  async function actions(server: TestClient, marked: string, uri = SHOT): Promise<readonly CodeAction[]> {
    const { text, position } = withCursor(marked);
    await server.open(uri, text);
    return await server.request<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: [], only: ["refactor"] },
    });
  }

  async function authored(server: TestClient, action: CodeAction | undefined): Promise<CodeAction["edit"]> {
    const { edit } = await server.request<CodeAction>("codeAction/resolve", action);
    return edit;
  }

  test("writes the composed value, with the path and the unsaved text of that layer", async () => {
    const server = await start({ [SET]: set, [CHAIR]: chair });
    const found = await actions(server, shot.replace("double size", "double si|ze"));
    expect(found.map(({ title }) => title)).toEqual([
      "Author size in set.usda (hidden by shot.usda)",
      "Author size in chair.usda (hidden by shot.usda)",
    ]);
    const unsaved = chair.replace("double size = 2", "double size = 2 # metres");
    await server.open(CHAIR, unsaved);
    const edit = await authored(server, found[1]);
    expect(Object.keys(edit?.changes ?? {})).toEqual([CHAIR]);
    expect(edited(unsaved, edit?.changes?.[CHAIR] ?? [])).toBe(unsaved.replace("size = 2", "size = 3"));
    const inSet = await authored(server, found[0]);
    expect(edited(set, inSet?.changes?.[SET] ?? [])).toContain("        double size = 3\n");
  });

  test("is offered for what another layer or the schema says, and not for relationships", async () => {
    const server = await start({ [SET]: set, [CHAIR]: chair });
    const bare = shot.replace("double size = 3", "double si|ze");
    expect((await actions(server, bare)).map(({ title }) => title)).toEqual([
      "Author size in shot.usda",
      "Author size in set.usda",
    ]);
    const fallback = shot.replace("double size = 3", "token visi|bility");
    expect((await actions(server, fallback)).map(({ title }) => title)).toContain("Author visibility in set.usda");
    expect(await actions(server, shot.replace("rel other", "rel oth|er"))).toEqual([]);
    expect(await actions(server, shot.replace("double size = 3", "double si|ze.timeSamples = { 1: 2 }"))).toEqual([]);
  });

  test("a layer that cannot have it is named", async () => {
    const server = await start({ [SET]: set, [CHAIR]: chair });
    const found = await actions(server, shot.replace("double size", "double si|ze"));
    await server.open(SET, set.replace('def "Chair" (', 'def "Chair" ((('));
    expect((await authored(server, found[0]))?.changes).toEqual({});
  });
});
