import type { CodeAction } from "vscode-languageserver-types";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { memoryHost } from "../host/memory-host.ts";
import { HEAD, TestClient, withCursor } from "../test-support/client.ts";
import { edited } from "../test-support/edited.ts";

const URI = "file:///scenes/a.usda";
const SCENE = `${HEAD}(
    defaultPrim = "World"
)

def Xform "World"
{
    def Camera "Main"
    {
        float focalLength = 35 # usda-lint-disable-line attribute-range
    }

    def Mesh "Chair" (
        payload = @asset:/mesh/chair@</mesh>
    )
    {
    }
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        rel camera = </World/Main>
        uniform int2 resolution = (5|000, 1000)
    }
}
`;

let client: TestClient;
beforeAll(async () => {
  client = await TestClient.start({ host: memoryHost({ check: { profile: "offline" } }) });
});
afterAll(() => client.stop());

async function actions(marked: string, only?: readonly string[]): Promise<{ text: string; found: CodeAction[] }> {
  const { text, position } = withCursor(marked);
  await client.open(URI, text);
  const range = { start: position, end: position };
  const context = { diagnostics: [], ...(only === undefined ? {} : { only }) };
  const found = await client.request<CodeAction[]>("textDocument/codeAction", {
    textDocument: { uri: URI },
    range,
    context,
  });
  return { text, found };
}

/** After a long check the findings of the rules follow in a pause: until then the earlier ones are shown. */
function expectNoFinding(rule: string): Promise<void> {
  return vi.waitFor(async () => expect((await client.diagnostics(URI)).map(({ code }) => code)).not.toContain(rule), {
    timeout: 100_000,
  });
}

test("a finding has its fixes, the safe one preferred, and a suppression", async () => {
  const { text, found } = await actions(SCENE);
  const [fix] = found.filter(({ kind, edit }) => kind === "quickfix" && edit !== undefined);
  expect(fix?.diagnostics?.[0]?.code).toBe("resolution-limit");
  expect(edited(text, fix?.edit?.changes?.[URI] ?? [])).toContain("(4500, ");

  const suppress = found.find(({ title }) => title === "Suppress resolution-limit here");
  const after = edited(text, suppress?.edit?.changes?.[URI] ?? []);
  expect(after).toContain("        # usda-lint-disable-next-line resolution-limit\n        uniform int2 resolution");
  await client.change(URI, after);
  await expectNoFinding("resolution-limit");
});

test("all safe fixes at once, when the editor asks for them", async () => {
  const { text, found } = await actions(SCENE, ["source.fixAll"]);
  expect(found.map(({ kind }) => kind)).toEqual(["source.fixAll.usda-lint"]);
  const after = edited(text, found[0]?.edit?.changes?.[URI] ?? []);
  await client.change(URI, after);
  expect(after).toBe(text.replace(" # usda-lint-disable-line attribute-range", ""));
  await expectNoFinding("unused-disable");
});

test("without a kind the fixes are made when the action is chosen", async () => {
  const { text, found } = await actions(SCENE);
  const all = found.find(({ kind }) => kind === "source.fixAll.usda-lint");
  expect(all?.edit).toBeUndefined();
  const resolved = await client.request<CodeAction>("codeAction/resolve", all);
  expect(edited(text, resolved.edit?.changes?.[URI] ?? [])).not.toBe(text);
});

test("a finding about the file is suppressed below the header", async () => {
  const { text, found } = await actions(`|${HEAD}def Xform "World"\n{\n}\n`);
  const suppress = found.filter(({ title }) => title.startsWith("Suppress "));
  expect(suppress.length).toBeGreaterThan(0);
  for (const { edit } of suppress)
    expect(edited(text, edit?.changes?.[URI] ?? [])).toMatch(/^#usda 1\.0\n# usda-lint-disable /);
});

test("findings of the baseline are not fixed with the others", async () => {
  const known = [{ rule: "unused-disable", primPath: "/", property: null, count: 1 }];
  const host = {
    ...memoryHost(),
    settings: async () => ({ check: { profile: "offline" as const, known }, isIgnored: false }),
  };
  const other = await TestClient.start({ host });
  const text = `${HEAD}# usda-lint-disable attribute-range\ndef Xform "A"\n{\n}\n# usda-lint-disable name-misspelled\n`;
  await other.open(URI, text);
  const start = { line: 0, character: 0 };
  const found = await other.request<CodeAction[]>("textDocument/codeAction", {
    textDocument: { uri: URI },
    range: { start, end: start },
    context: { diagnostics: [], only: ["source.fixAll"] },
  });
  const after = edited(text, found[0]?.edit?.changes?.[URI] ?? []);
  expect(after).toBe(text.replace("# usda-lint-disable name-misspelled\n", ""));
  await other.stop();
});
