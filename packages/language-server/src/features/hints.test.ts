import type {
  CodeLens,
  ColorInformation,
  ColorPresentation,
  InlayHint,
  SignatureHelp,
} from "vscode-languageserver-types";
import { parseUsda } from "@usdkit/usda";
import { eulerMatrix, multiplyMatrices, scaleMatrix, translationMatrix } from "@usdkit/service-scene";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memoryHost } from "../host/memory-host.ts";
import { HEAD, TestClient } from "../test-support/client.ts";
import { describeMatrix } from "../scene/describe-matrix.ts";

const URI = "file:///scenes/a.usda";
let client: TestClient;
beforeAll(async () => {
  client = await TestClient.start({
    host: memoryHost({ check: { profile: "offline" } }),
    commands: ["usda.renderCamera"],
  });
});
afterAll(() => client.stop());

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };

describe("inlay hints", () => {
  const hints = async (text: string): Promise<string[]> => {
    await client.open(URI, `${HEAD}${text}`);
    const found = await client.request<InlayHint[]>("textDocument/inlayHint", {
      textDocument: { uri: URI },
      range: WHOLE,
    });
    return found.map(({ label, position }) => `${position.line} ${typeof label === "string" ? label : ""}`);
  };

  test("matrices show position, angles and scale, lenses their field of view", async () => {
    expect(
      await hints(
        `def Camera "C"\n{\n    float focalLength = 50\n    matrix4d xformOp:transform = ( (0, 0, -2, 0), (0, 2, 0, 0), (2, 0, 0, 0), (1, 2, -3, 1) )\n}\n`,
      ),
    ).toEqual(["3 23.7° × 17.4°", "4 at (1, 2, -3), rotated 90° about Y, scaled 2"]);
  });

  test("an orthographic camera and a singular matrix", async () => {
    expect(
      await hints(
        `def Camera "C"\n{\n    token projection = "orthographic"\n    float focalLength = 50\n    matrix4d m = ( (0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )\n}\n`,
      ),
    ).toEqual(["5 at (0, 0, 0), flattened"]);
  });

  test("the angles that are shown are those that were placed", () => {
    const angle = fc.double({ min: -179, max: 179, noNaN: true });
    const middle = fc.double({ min: -89, max: 89, noNaN: true });
    fc.assert(
      fc.property(angle, middle, angle, fc.double({ min: 0.1, max: 10, noNaN: true }), (x, y, z, scale) => {
        const matrix = multiplyMatrices(
          multiplyMatrices(scaleMatrix([scale, scale, scale]), eulerMatrix([x, y, z], "XYZ")),
          translationMatrix([1, 2, 3]),
        );
        const text = describeMatrix(matrix) ?? "";
        const [, several] = /rotated \((.*?)\) XYZ/.exec(text) ?? [];
        const numbers = (several ?? "").split(", ").map(Number.parseFloat);
        if (several !== undefined) [x, y, z].forEach((each, i) => expect(numbers[i]).toBeCloseTo(each, 1));
        expect(text).toMatch(/^at \(1, 2, 3\)/);
      }),
    );
  });
});

test("code lenses count findings, and offer to render cameras", async () => {
  await client.open(URI, `${HEAD}def Xform "W"\n{\n    def Camera "Main"\n    {\n    }\n}\n`);
  const lenses = await client.request<CodeLens[]>("textDocument/codeLens", { textDocument: { uri: URI } });
  expect(lenses[0]?.command?.title).toMatch(/\d+ (error|warning|info)/);
  expect(lenses[1]).toMatchObject({
    range: { start: { line: 3 } },
    command: { command: "usda.renderCamera", arguments: [URI, "/W/Main"] },
  });
  const plain = await TestClient.start();
  const [first, ...rest] = await plain.at<CodeLens[]>("textDocument/codeLens", `|${HEAD}`);
  expect(first?.command?.command).toBe("");
  expect(rest).toEqual([]);
  await plain.stop();
});

describe("colours", () => {
  test("are found in values and short lists, encoded for a display", async () => {
    await client.open(
      URI,
      `${HEAD}def "A"\n{\n    color3f c = (1, 0, 0.2140411)\n    color3f[] d = [(0, 0, 0), (1, 1, 1)]\n    float3 n = (1, 1, 1)\n    color4f e = (0, 0, 0, 0.5)\n}\n`,
    );
    const found = await client.request<ColorInformation[]>("textDocument/documentColor", {
      textDocument: { uri: URI },
    });
    expect(found.map(({ range }) => [range.start.line, range.start.character])).toEqual([
      [3, 16],
      [4, 19],
      [4, 30],
      [6, 16],
    ]);
    const [first] = found.filter(({ range }) => range.start.line === 3);
    expect(first?.color.red).toBeCloseTo(1, 9);
    expect(first?.color.blue).toBeCloseTo(0.5, 4);
    const fourth = found.find(({ range }) => range.start.line === 6);
    expect(fourth?.color.alpha).toBe(0.5);
  });

  test("that are picked are written as linear tuples, and read back the same", async () => {
    const steps = fc.integer({ min: 0, max: 255 }).map((step) => step / 255);
    await fc.assert(
      fc.asyncProperty(steps, steps, steps, async (red, green, blue) => {
        await client.open(URI, `${HEAD}def "A"\n{\n    color3f c = (1, 0, 0)\n}\n`);
        const range = { start: { line: 3, character: 16 }, end: { line: 3, character: 25 } };
        const color = { red, green, blue, alpha: 1 };
        const params = { textDocument: { uri: URI }, color, range };
        const [{ label }] = await client.request<ColorPresentation[]>("textDocument/colorPresentation", params);
        await client.change(URI, label, range);
        const [found] = await client.request<ColorInformation[]>("textDocument/documentColor", {
          textDocument: { uri: URI },
        });
        expect(Math.round((found?.color.red ?? -1) * 255)).toBe(Math.round(red * 255));
        expect(Math.round((found?.color.green ?? -1) * 255)).toBe(Math.round(green * 255));
        expect(Math.round((found?.color.blue ?? -1) * 255)).toBe(Math.round(blue * 255));
      }),
      { numRuns: 40 },
    );
  });
});

describe("signatures", () => {
  const signature = async (marked: string): Promise<string | undefined> => {
    const found = await client.at<SignatureHelp | null>("textDocument/signatureHelp", `${HEAD}${marked}`);
    const [first] = found?.signatures ?? [];
    const { value = "" } = (first?.documentation ?? {}) as { value?: string };
    return first === undefined ? undefined : `${first.label} | ${value} | ${found?.activeParameter}`;
  };

  test.each([
    [
      'def "A" (\n    prepend references = |\n)\n{\n}\n',
      /^prepend references = \[@asset@<\/Prim> .*\] \| Puts the items before .* \| 1$/,
    ],
    ['def "A" (\n    delete inherits = [</B>, |]\n)\n{\n}\n', /^delete inherits = \[<\/Path>, …\] \| Removes/],
    ['def "A" (\n    append |\n)\n{\n}\n', /^append field = .* \| 0$/],
    ['def "A"\n{\n    append rel r = |\n}\n', /^append rel r = \[<\/Path>, …\] \| Puts the items after/],
    ["reorder rootPrims = [|]\n", /^reorder rootPrims/],
  ])("%j", async (marked, wanted) => {
    expect(await signature(marked)).toMatch(wanted);
  });

  test("none elsewhere", async () => {
    expect(await signature('def "A"\n{\n    int x = |\n}\n')).toBeUndefined();
  });
});

test("commands: a rule's page, and a layer as text", async () => {
  const run = (id: unknown): Promise<string | null> =>
    client.request("workspace/executeCommand", { command: "usda.explainRule", arguments: [id] });
  expect(await run("camera-present")).toMatch(/^# camera-present/);
  expect(await run("no-such-rule")).toBeNull();
  expect(await run({})).toBeNull();
  await client.open(URI, `${HEAD}def "A"{}\n`);
  const { text } = await client.request<{ text: string }>("usda/text", { uri: URI });
  expect(parseUsda(text).layer.root.children.map(({ name }) => name)).toEqual(["A"]);
  expect(await client.request("usda/text", { uri: "file:///none.usdc" })).toEqual({
    problem: "The file does not exist, is too large, or may not be read.",
  });
  expect(await client.request("usda/text", 5)).toEqual({ problem: "Expected the URI of a layer." });
});

test("a damaged crate as text: what could be read, and the problem", async () => {
  const files = new Map<string, string | Uint8Array>([
    ["file:///whole.usd", '#usda 1.0\ndef "A"{}\n'],
    ["file:///cut.usdc", new TextEncoder().encode("PXR-USDC\u0000\u0008".padEnd(100, "\u0000"))],
  ]);
  const other = await TestClient.start({ host: memoryHost({ files }) });
  expect(await other.request("usda/text", { uri: "file:///whole.usd" })).not.toHaveProperty("problem");
  const cut = await other.request<{ text: string; problem: string }>("usda/text", { uri: "file:///cut.usdc" });
  expect(cut.text).toMatch(/^#usda 1\.0\n/);
  expect(cut.problem).toMatch(/^The file is damaged: ./);
  await other.stop();
});
