import { diffLayers, makeLayer, type Difference, type PlainPrim, type PlainProperty } from "@usdkit/layer";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import * as fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { hostileText, RAW } from "../test-support/render-report.ts";
import { differencesPage, type DifferencesPage } from "./html-page.ts";

/** The page as an XML parser reads it. */
interface Read {
  /** Names of elements, with the names of their attributes. */
  readonly tags: Set<string>;
  /** For each row: the text of the outermost labels that lead to it, its kind, and its cells. */
  readonly rows: { readonly path: string; readonly kind: string; readonly cells: string[] }[];
  readonly notShown: number;
  readonly maxDepth: number;
}

function page(input: Partial<DifferencesPage>): string {
  const differences = input.differences ?? [];
  return [...differencesPage({ before: "a", after: "b", limit: 5000, scenes: undefined, ...input, differences })].join(
    "",
  );
}

function read(html: string): Read {
  const tags = new Set<string>();
  const rows: Read["rows"] = [];
  const labels: string[] = [];
  const classes: string[] = [];
  let maxDepth = 0;
  let notShown = 0;
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const of = attributes as Record<string, string>;
    tags.add(`${name} ${Object.keys(of).join(" ")}`.trim());
    classes.push(of["class"] ?? "");
    if (name === "details") labels.push("");
    maxDepth = Math.max(maxDepth, labels.length);
    if (name === "tr" && "data-kind" in of) rows.push({ path: labels.join(""), kind: of["data-kind"], cells: [] });
    if (name === "td" || of["scope"] === "row") rows.at(-1)?.cells.push("");
  });
  parser.on("closetag", ({ name }) => {
    classes.pop();
    if (name === "details") labels.pop();
  });
  parser.on("text", (text) => {
    const [of] = classes.slice(-1);
    if (of === "path") labels[labels.length - 1] += text;
    if (of === "left-out") notShown = Number.parseInt(text, 10);
    const cells = rows.at(-1)?.cells;
    if (cells !== undefined && ["mark", "what", "before", "after", "note", ""].includes(of ?? "")) {
      cells[cells.length - 1] += text;
    }
  });
  parser.write(html).close();
  return { tags, rows, notShown, maxDepth };
}

const ownerOf = (path: string): string => {
  const dot = path.indexOf(".", Math.max(path.lastIndexOf("/"), path.lastIndexOf("}")));
  return dot < 0 ? path : path.slice(0, dot);
};

const name = fc.constantFrom("A", "B", "C", "D");
const property: fc.Arbitrary<PlainProperty> = fc.oneof(
  fc.record({ name, type: fc.constant("float[]"), value: fc.array(fc.nat(3), { maxLength: 30 }) }),
  fc.record({ name, type: fc.constant("string"), value: hostileText }),
  fc.record({
    name,
    type: fc.constant("int"),
    timeSamples: fc.array(fc.tuple(fc.nat(8), fc.nat(2)), { maxLength: 8 }),
  }),
  fc.record({ name, type: fc.constant("rel" as const), targets: fc.array(fc.constantFrom("/A", "/B", "/C")) }),
);
const unique = { selector: (each: { readonly name: string }) => each.name, maxLength: 4 };
const { prim } = fc.letrec<{ prim: PlainPrim }>((tie) => ({
  prim: fc.record({
    name,
    type: fc.constantFrom("", "Xform", "Mesh"),
    metadata: fc.record({ documentation: hostileText }, { requiredKeys: [] }),
    properties: fc.uniqueArray(property, unique),
    children: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.uniqueArray(tie("prim"), unique)),
  }),
}));
const layer = fc.uniqueArray(prim, unique).map((children) => makeLayer({ children }));

describe("the page", () => {
  test("has a row for each difference, under its prim, or counts it", () => {
    fc.assert(
      fc.property(layer, layer, fc.nat(12), (before, after, limit) => {
        const differences = diffLayers(before, after);
        const whole = read(page({ differences }));
        expect(whole.notShown).toBe(0);
        // More time samples than three of an attribute are counted in one row.
        const key = (path: string, kind: string): string => `${kind} ${path}`;
        const expected = differences.filter(({ kind }) => kind !== "timeSample");
        const shown = whole.rows.filter(({ kind }) => kind !== "timeSample");
        expect(shown.map(({ path, kind }) => key(path, kind)).toSorted()).toEqual(
          expected.map(({ path, kind }) => key(ownerOf(path), kind)).toSorted(),
        );
        const samples = whole.rows.filter(({ kind }) => kind === "timeSample");
        expect(countSamples(samples)).toBe(differences.length - expected.length);

        const cut = read(page({ differences, limit }));
        const left = cut.rows.filter(({ kind }) => kind !== "timeSample").length;
        const leftSamples = countSamples(cut.rows.filter(({ kind }) => kind === "timeSample"));
        expect(left + leftSamples + cut.notShown).toBe(differences.length);
      }),
      { numRuns: 25 },
    );
  });

  test("is well-formed, with the elements of the page only, whatever the layers contain", () => {
    const hostile = fc.tuple(hostileText, hostileText, hostileText).map(([prim, text, file]) => {
      const path = `/${prim.replaceAll("/", "")}`;
      const differences: Difference[] = [
        { kind: "declaration", path, what: "typeName", before: text, after: prim },
        { kind: "metadata", path, field: text, keys: [prim], before: undefined, after: undefined },
        { kind: "reordered", path: `${path}/B`, what: "prims", before: [text, prim], after: [prim, text] },
        {
          kind: "list",
          path,
          field: text,
          operation: "prepended",
          before: [prim],
          after: [text],
          added: [text],
          removed: [prim],
          reordered: true,
        },
      ];
      const scenes = {
        cameras: [{ camera: path, before: undefined, after: undefined, difference: undefined }],
        messages: [text],
      };
      return page({ before: file, after: text, differences, scenes });
    });
    const known = new Set(read(page({})).tags);
    for (const tag of ELEMENTS) known.add(tag);
    fc.assert(
      fc.property(hostile, (html) => {
        expect([...read(html).tags].filter((tag) => !known.has(tag))).toEqual([]);
        expect(html).not.toMatch(RAW);
      }),
    );
  });

  test("nests and grows no further than its bounds", () => {
    const deep: Difference[] = [
      { kind: "declaration", path: "/a".repeat(50_000), what: "typeName", before: "A", after: "B" },
      { kind: "declaration", path: "/a".repeat(40), what: "typeName", before: "A", after: "B" },
    ];
    const { maxDepth, rows } = read(page({ differences: deep }));
    expect(rows).toHaveLength(2);
    expect(maxDepth).toBeLessThanOrEqual(33);
    const list = Array.from({ length: 30 }, (_each, i) => i + "x".repeat(500));
    const after = list.toReversed();
    const many = Array.from({ length: 6000 }, (_, i): Difference => {
      return { kind: "reordered", path: `/p${i}`, what: "prims", before: list, after };
    });
    const html = page({ differences: many, limit: 6000 });
    expect(html.length).toBeLessThan(32 * 1024 * 1024);
    const { rows: shown, notShown } = read(html);
    expect([shown.length > 1000, shown.length + notShown]).toEqual([true, many.length]);
  });

  test("has a policy that allows its style and embedded images only", () => {
    const html = page({});
    const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; base-uri 'none'; form-action 'none'$/,
    );
    expect(html).not.toMatch(/<script|style="|https?:/);
  });
});

const ELEMENTS = [
  "p class",
  "h2",
  "h3",
  "p",
  "section id",
  "div class",
  "figure",
  "figcaption",
  "a href",
  "a href aria-label",
  "details id open",
  "details id",
  "summary",
  "bdi class",
  "span class",
  "table class",
  "colgroup",
  "col",
  "thead",
  "tbody",
  "tr",
  "tr class data-kind",
  "th",
  "th scope",
  "th scope class",
  "td",
  "td class",
  "ul",
  "li",
];

/** A row of the rest has `5 more time samples: …` as its note. */
function countSamples(rows: Read["rows"]): number {
  return rows.reduce(
    (sum, { cells }) => sum + Number.parseInt(/^(\d+) more time/.exec(cells[4] ?? "")?.[1] ?? "1", 10),
    0,
  );
}

test("a small page", () => {
  const mesh = (type: string, points: number[][], children: PlainPrim[]): PlainPrim => ({
    name: "Chair",
    type,
    properties: [
      { name: "points", type: "float3[]", value: points },
      { name: "size", type: "double", timeSamples: points.map(([x], i) => [i, x]) },
    ],
    children,
  });
  const points = Array.from({ length: 20 }, (_, i) => [i, 0, 0]);
  const before = makeLayer({ children: [mesh("Mesh", points, [{ name: "Old" }])] });
  const after = makeLayer({
    children: [
      mesh(
        "Mesh",
        points.map(([x, y, z]) => [x + (x > 4 ? 0.5 : 0), y, z]),
        [{ name: "New", type: "Xform", properties: [{ name: "a", type: "int", value: 3 }] }],
      ),
    ],
  });
  const html = page({ before: "a.usda", after: "b.usda", differences: diffLayers(before, after) });
  expect(escapeTerminal(html.slice(html.indexOf("<body>"))).replaceAll("\\n", "\n")).toMatchInlineSnapshot(`
    "<body>
    <header>
    <h1>a.usda → b.usda</h1>
    <p class="verdict">18 differences: 1 of values, 15 of time samples, 1 removed, 1 added</p>
    <table class="counts"><thead><tr><th></th><th scope="col">added</th><th scope="col">removed</th><th scope="col">moved</th></tr></thead><tbody><tr><th scope="row">prims</th><td>1</td><td>1</td><td>0</td></tr><tr><th scope="row">properties</th><td>0</td><td>0</td><td>0</td></tr><tr><th scope="row">variants and sets</th><td>0</td><td>0</td><td>0</td></tr></tbody></table>
    </header>
    <main>
    <h2>Changes</h2>
    <details id="/Chair" open="open"><summary><bdi class="path">/Chair</bdi><span class="note">16 differences</span><a href="#/Chair" aria-label="Link to this prim">#</a></summary>
    <div class="scroll"><table class="changes"><colgroup><col /><col /><col /><col /><col /></colgroup><thead><tr><th scope="col"></th><th scope="col">what</th><th scope="col">before</th><th scope="col">after</th><th scope="col">note</th></tr></thead>
    <tbody>
    <tr class="changed" data-kind="value"><td class="mark">±</td><th scope="row" class="what">points[5]</th><td class="before">(5, 0, 0)</td><td class="after">(5.5, 0, 0)</td><td class="note">15 of 20 elements differ, at most 0.5 apart</td></tr>
    <tr class="changed" data-kind="timeSample"><td class="mark">±</td><th scope="row" class="what">size at 5</th><td class="before">5</td><td class="after">5.5</td><td class="note"></td></tr>
    <tr class="changed" data-kind="timeSample"><td class="mark">±</td><th scope="row" class="what">size at 6</th><td class="before">6</td><td class="after">6.5</td><td class="note"></td></tr>
    <tr class="changed" data-kind="timeSample"><td class="mark">±</td><th scope="row" class="what">size at 7</th><td class="before">7</td><td class="after">7.5</td><td class="note"></td></tr>
    <tr class="changed" data-kind="timeSample"><td class="mark">±</td><th scope="row" class="what">size</th><td class="before"></td><td class="after"></td><td class="note">12 more time samples: 12 changed</td></tr>
    </tbody></table></div>
    <details id="/Chair/Old" open="open"><summary><bdi class="path">/Old</bdi><span class="note">1 difference</span><a href="#/Chair/Old" aria-label="Link to this prim">#</a></summary>
    <div class="scroll"><table class="changes"><colgroup><col /><col /><col /><col /><col /></colgroup><thead><tr><th scope="col"></th><th scope="col">what</th><th scope="col">before</th><th scope="col">after</th><th scope="col">note</th></tr></thead>
    <tbody>
    <tr class="removed" data-kind="removed"><td class="mark">-</td><th scope="row" class="what">def &quot;Old&quot;</th><td class="before"></td><td class="after"></td><td class="note"></td></tr>
    </tbody></table></div>
    </details>
    <details id="/Chair/New" open="open"><summary><bdi class="path">/New</bdi><span class="note">1 difference</span><a href="#/Chair/New" aria-label="Link to this prim">#</a></summary>
    <div class="scroll"><table class="changes"><colgroup><col /><col /><col /><col /><col /></colgroup><thead><tr><th scope="col"></th><th scope="col">what</th><th scope="col">before</th><th scope="col">after</th><th scope="col">note</th></tr></thead>
    <tbody>
    <tr class="added" data-kind="added"><td class="mark">+</td><th scope="row" class="what">def Xform &quot;New&quot;</th><td class="before"></td><td class="after"><ul><li>int a = 3</li></ul></td><td class="note"></td></tr>
    </tbody></table></div>
    </details>
    </details>
    </main>
    </body>
    </html>
    "
  `);
});
