import type { Diagnostic, DocumentLink, Location, LocationLink, TextEdit } from "vscode-languageserver-types";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noComposition } from "../composition/no-composition.ts";
import { memoryHost } from "../host/memory-host.ts";
import { HEAD, TestClient, withCursor } from "../test-support/client.ts";
import { edited } from "../test-support/edited.ts";

const URI = "file:///scenes/a.usda";
const OTHER = "file:///scenes/other.usda";
const files = new Map<string, string>();
const ROOM = `${HEAD}(
    defaultPrim = "Room"
)

def Xform "Room"
{
    def Mesh "Chair"
    {
        float size = 1
    }

    def "B" (
        inherits = </Room/Chair>
    )
    {
        rel target = [</Room/Chair.size>, <../Chair>]
        float in.connect = </Room/Chair.size>
    }
}
`;

let client: TestClient;
beforeAll(async () => {
  client = await TestClient.start({ host: memoryHost({ files }), folders: ["file:///scenes"] });
});
afterAll(() => client.stop());
beforeEach(() => {
  files.clear();
  files.set(OTHER, `${HEAD}def "Copy" (\n    references = @./a.usda@</Room/Chair>\n)\n{\n}\n`);
  files.set(URI, ROOM);
});

async function lines(method: string, marked: string, extra: object = {}): Promise<string[]> {
  const found = await client.at<(Location | LocationLink)[] | null>(method, marked, URI, extra);
  return (found ?? []).map((each) => {
    const { uri, range } = "uri" in each ? each : { uri: each.targetUri, range: each.targetSelectionRange };
    return `${uri.slice(uri.lastIndexOf("/") + 1)}:${range.start.line}:${range.start.character}`;
  });
}

test.each([
  ["a path", ROOM.replace("inherits = </Room/Chair>", "inherits = </Room/Ch|air>"), ["a.usda:7:14"]],
  [
    "a name in the middle of a path",
    ROOM.replace("inherits = </Room/Chair>", "inherits = </Ro|om/Chair>"),
    ["a.usda:5:11"],
  ],
  ["a relative path", ROOM.replace("<../Chair>", "<../Cha|ir>"), ["a.usda:7:14"]],
  ["a property", ROOM.replace("in.connect = </Room/Chair.size>", "in.connect = </Room/Chair.si|ze>"), ["a.usda:9:14"]],
  ["the default prim", ROOM.replace('defaultPrim = "Room"', 'defaultPrim = "Ro|om"'), ["a.usda:5:11"]],
  ["a file", `${HEAD}def "A" (\n    references = @./oth|er.usda@\n)\n{\n}\n`, ["other.usda:0:0"]],
  ["a prim of a file", `${HEAD}def "A" (\n    references = @./other.usda@</Co|py>\n)\n{\n}\n`, ["other.usda:1:5"]],
  ["a file that is missing", `${HEAD}def "A" (\n    references = @./no|ne.usda@\n)\n{\n}\n`, []],
  ["a path that leads nowhere", `${HEAD}def "A"\n{\n    rel r = </N|o>\n}\n`, []],
])("definition of %s", async (_title, marked, wanted) => {
  expect(await lines("textDocument/definition", marked)).toEqual(wanted);
});

test("definitions through arcs come from composition, where there is one", async () => {
  const composition = {
    ...noComposition,
    opinions: async (_root: string, path: string) =>
      path === "/No" ? [{ uri: OTHER, range: { start: 14, end: 20 }, arc: "references" }] : [],
    value: async () => ({ text: "(1, 2)", kind: "fallback", source: undefined, weaker: 0 }),
  };
  const other = await TestClient.start({ host: memoryHost({ files }), composition });
  const found = await other.at<Location[]>("textDocument/definition", `${HEAD}def "A"\n{\n    rel r = </N|o>\n}\n`);
  expect(found).toMatchObject([{ uri: OTHER, range: { start: { line: 1, character: 4 } } }]);
  const hover = await other.at<{ contents: { value: string } }>(
    "textDocument/hover",
    `${HEAD}def "A"\n{\n    float s|ize\n}\n`,
  );
  expect(hover.contents.value).toContain("Composed: `(1, 2)`");
  await other.stop();
});

test("references are found in this file and in others", async () => {
  const marked = ROOM.replace('"Chair"', '"Cha|ir"');
  const found = await lines("textDocument/references", marked, { context: { includeDeclaration: true } });
  expect(found.toSorted()).toEqual(
    ["a.usda:13:26", "a.usda:16:29", "a.usda:16:46", "a.usda:17:34", "a.usda:7:14", "other.usda:2:34"].toSorted(),
  );
});

test("references to a file", async () => {
  const marked = `${HEAD}def "A" (\n    references = @./ot|her.usda@\n)\n{\n}\n`;
  const found = await lines("textDocument/references", marked, { context: { includeDeclaration: false } });
  expect(found.toSorted()).toEqual(["a.usda:2:17"]);
});

async function rename(marked: string, newName: string): Promise<Record<string, TextEdit[]> | undefined> {
  const found = await client.at<{ changes: Record<string, TextEdit[]> } | null>("textDocument/rename", marked, URI, {
    newName,
  });
  return found?.changes;
}

test("a prim is renamed with every path that names it", async () => {
  const changes = await rename(ROOM.replace('"Chair"', '"Cha|ir"'), "Seat");
  const after = edited(ROOM, changes?.[URI] ?? []);
  expect(after).toBe(ROOM.replaceAll("Chair", "Seat"));
  expect(edited(files.get(OTHER) ?? "", changes?.[OTHER] ?? [])).toContain("@./a.usda@</Room/Seat>");
  await client.change(URI, after);
  const syntax = (await client.diagnostics(URI)).filter(({ code }: Diagnostic) => code === "usda-syntax");
  expect(syntax).toEqual([]);
});

test("a property is renamed from a path, too", async () => {
  const changes = await rename(
    ROOM.replace("in.connect = </Room/Chair.size>", "in.connect = </Room/Chair.si|ze>"),
    "scale",
  );
  expect(edited(ROOM, changes?.[URI] ?? [])).toBe(ROOM.replaceAll("size", "scale"));
});

test.each([
  ["a name that is taken", '"Cha|ir"', "B", /has such a prim/],
  ["a name that is none", '"Cha|ir"', "1 2", /identifier/],
])("%s is rejected with a message", async (_title, cursor, newName, message) => {
  expect(await rename(ROOM.replace('"Chair"', cursor), newName)).toBeUndefined();
  expect(client.messages.at(-1)).toMatch(message);
});

test("what can be renamed has a range; what cannot has none", async () => {
  const { text, position } = withCursor(ROOM.replace('"Chair"', '"Cha|ir"'));
  await client.open(URI, text);
  const params = { textDocument: { uri: URI }, position };
  expect(await client.request("textDocument/prepareRename", params)).toMatchObject({ placeholder: "Chair" });
  const nowhere = { ...params, position: { line: 0, character: 2 } };
  expect(await client.request("textDocument/prepareRename", nowhere)).toBeNull();
});

test("asset paths that name files are links", async () => {
  await client.open(
    URI,
    `${HEAD}def "A" (\n    references = [@./b c.usda@, @asset:/mesh/x@</mesh>]\n)\n{\n    asset a = @tex.png@\n}\n`,
  );
  const links = await client.request<DocumentLink[]>("textDocument/documentLink", { textDocument: { uri: URI } });
  expect(links.map(({ target, range }) => [target, range.start.line, range.start.character])).toEqual([
    ["file:///scenes/b%20c.usda", 2, 19],
    ["file:///scenes/tex.png", 5, 15],
  ]);
});

describe("layers of one layer stack", () => {
  const ROOT = "file:///scenes/root.usda";
  const STRONGER = "file:///scenes/stronger.usda";
  beforeEach(() => {
    files.set(
      ROOT,
      `${HEAD}(\n    subLayers = [@./stronger.usda@, @./a.usda@]\n)\ndef "X"\n{\n    rel r = </Room/Chair>\n}\n`,
    );
    files.set(
      STRONGER,
      `${HEAD}over "Room"\n{\n    over "Chair"\n    {\n    }\n    rel own = <Chair.size>\n    rel else = </Other/Chair>\n}\n`,
    );
    files.set("file:///scenes/apart.usda", `${HEAD}def "Room"\n{\n    def "Chair"\n    {\n    }\n}\n`);
  });

  test("a prim is renamed in all of them, and in no others", async () => {
    const changes = (await rename(ROOM.replace('"Chair"', '"Cha|ir"'), "Seat")) ?? {};
    expect(Object.keys(changes).toSorted()).toEqual([URI, OTHER, ROOT, STRONGER]);
    expect(edited(files.get(ROOT) ?? "", changes[ROOT] ?? [])).toContain("rel r = </Room/Seat>");
    const stronger = (files.get(STRONGER) ?? "").replace('over "Chair"', 'over "Seat"').replace("<Chair.", "<Seat.");
    expect(edited(files.get(STRONGER) ?? "", changes[STRONGER] ?? [])).toBe(stronger);
  });

  test("a name that another layer has is rejected, with that layer's name", async () => {
    files.set(STRONGER, (files.get(STRONGER) ?? "").replace("rel own", 'def "Seat"\n    {\n    }\n    rel own'));
    expect(await rename(ROOM.replace('"Chair"', '"Cha|ir"'), "Seat")).toBeUndefined();
    expect(client.messages.at(-1)).toMatch(/stronger\.usda: .*has such a prim/);
  });

  test("references are those of all of them, with every spec", async () => {
    const found = await lines("textDocument/references", ROOM.replace('"Chair"', '"Cha|ir"'), {
      context: { includeDeclaration: true },
    });
    expect(found).toEqual(
      expect.arrayContaining(["a.usda:7:14", "stronger.usda:3:10", "root.usda:6:19", "stronger.usda:6:15"]),
    );
    expect(found.join()).not.toContain("apart.usda");
  });
});

test("a rename in a workspace with more layers than are searched has a message", async () => {
  for (let i = 0; i < 2001; i++) files.set(`file:///scenes/many/${i}.usda`, HEAD);
  expect(Object.keys((await rename(ROOM.replace('"Chair"', '"Cha|ir"'), "Seat")) ?? {})).toContain(URI);
  expect(client.messages.at(-1)).toMatch(/more layers than are searched/);
});

test("a path of the layer's own file, by its asset path, is renamed, too", async () => {
  const text = ROOM.replace("inherits = </Room/Chair>", "references = @./a.usda@</Room/Chair>");
  const changes = await rename(text.replace('"Chair"', '"Cha|ir"'), "Seat");
  expect(edited(text, changes?.[URI] ?? [])).toBe(text.replaceAll("Chair", "Seat"));
});
