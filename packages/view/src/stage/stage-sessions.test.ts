import { Stage } from "@usdkit/usd";
import { expect, test, vi } from "vitest";
import type { EditStep } from "../protocol/edit-messages.ts";
import type { PrimView } from "../protocol/stage-messages.ts";
import { StageAsker } from "../test-support/stage-asker.ts";

const ROOT = `(
    defaultPrim = "World"
    subLayers = [@./look.usda@ (offset = 10)]
    upAxis = "Z"
)
def Xform "World" (kind = "assembly")
{
    def "Chair" (
        prepend references = @./chair.usda@
        variants = { string look = "red" }
    )
    {
    }
    def "Far" (payload = @./chair.usda@)
    {
    }
    def "One" (instanceable = true
        references = @./chair.usda@)
    {
    }
    def "Two" (instanceable = true
        references = @./chair.usda@)
    {
    }
    over "Gone" (active = false)
    {
        def "Below"
        {
        }
    }
    def "Broken" (references = @./none.usda@)
    {
    }
}
`;
const CHAIR = `( defaultPrim = "Chair" )
def Xform "Chair" (variantSets = "look")
{
    point3f[] points = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 0, 0)]
    double size = 2
    double size.timeSamples = { 1: 1, 5: 3 }
    float wave.timeSamples = { 1: 0.5, 2: 1 }
    rel to = </Chair/Leg>
    variantSet "look" = {
        "blue" {
            color3f[] primvars:displayColor = [(0, 0, 1)]
        }
        "red" {
            color3f[] primvars:displayColor = [(1, 0, 0)]
        }
    }
    def Cube "Leg"
    {
    }
}
`;
const FILES = { "root.usda": ROOT, "look.usda": 'over "World"\n{\n    double weight = 3\n}\n', "chair.usda": CHAIR };

async function primOf(asker: StageAsker, prim: string): Promise<PrimView> {
  const { prim: found } = await asker.ask({ kind: "prim", prim, time: null });
  if (found === null) throw new Error(`no ${prim}`);
  return found;
}

test("the stage: its metadata, its layers and its prims", async () => {
  const asker = new StageAsker(FILES);
  const { metadata, layers, rootPrims } = await asker.ask({ kind: "stage" });
  expect(Object.fromEntries(metadata.map(({ name, value, isAuthored }) => [name, [value, isAuthored]]))).toMatchObject({
    upAxis: ['"Z"', true],
    metersPerUnit: ["0.01", false],
    timeCodesPerSecond: ["24", false],
    defaultPrim: ['"World"', true],
  });
  expect(rootPrims).toBe(1);
  expect(layers.map(({ name, depth, kind, offset }) => [name, depth, kind, offset])).toEqual([
    ["anon:session", 0, "session", ""],
    ["root.usda", 0, "root", ""],
    ["look.usda", 1, "sublayer", "offset 10"],
  ]);
  const { rows, total } = await asker.ask({ kind: "children", prim: "/World", from: 0 });
  expect(total).toBe(6);
  expect(
    rows.map(({ name, specifier, isActive, isInstance, payload, children }) => {
      return [name, specifier, isActive, isInstance, payload, children];
    }),
  ).toEqual([
    ["Chair", "def", true, false, null, 1],
    ["Far", "def", true, false, "loaded", 1],
    ["One", "def", true, true, null, 1],
    ["Two", "def", true, true, null, 1],
    ["Gone", "over", false, false, null, 0],
    ["Broken", "def", true, false, null, 0],
  ]);
  expect((await asker.ask({ kind: "children", prim: "/World/One", from: 0 })).rows).toMatchObject([
    { path: "/World/One/Leg", typeName: "Cube", isInstanceProxy: true },
  ]);
  expect((await asker.ask({ kind: "children", prim: "/World", from: 5 })).rows.map(({ name }) => name)).toEqual([
    "Broken",
  ]);
  expect((await asker.ask({ kind: "children", prim: "/None", from: 0 })).total).toBe(0);
  expect((await asker.ask({ kind: "locate", prim: "/World/Far/Leg" })).numbers).toEqual([0, 1, 0]);
  expect((await asker.ask({ kind: "locate", prim: "/World/Gone/Below" })).numbers).toBeNull();
  expect((await asker.ask({ kind: "prim", prim: "no path", time: null })).prim).toBeNull();
  expect((await asker.ask({ kind: "stage" })).layers.map(({ name, kind }) => [name, kind])).toContainEqual([
    "chair.usda",
    "arc",
  ]);
});

test("a prim: its properties with values, and the opinions about one", async () => {
  const asker = new StageAsker(FILES);
  const { row, properties, variantSets, specs } = await primOf(asker, "/World/Chair");
  expect(row).toMatchObject({ typeName: "Xform", primKind: null });
  const found = Object.fromEntries(properties.map(({ name, value, source }) => [name, [value, source]]));
  expect(found).toMatchObject({
    points: ["[6 elements]", "default"],
    size: ["2", "default"],
    wave: ["{ 1: 0.5, … 1 more }", "timeSamples"],
    to: ["[</World/Chair/Leg>]", "targets"],
    "primvars:displayColor": ["[(1, 0, 0)]", "default"],
    visibility: ['"inherited"', "fallback"],
  });
  expect(variantSets).toEqual([{ name: "look", variants: ["blue", "red"], selected: "red", isChosen: false }]);
  expect(specs.map(({ name, line, arc, value }) => [name, line, arc, value])).toEqual([
    ["root.usda", 9, "local", "def"],
    ["chair.usda", 3, "references", "def Xform"],
    ["chair.usda", 14, "variants", "variant"],
  ]);
  const { opinions } = await asker.ask({ kind: "opinions", property: "/World/Chair.size" });
  expect(opinions).toMatchObject([
    { name: "chair.usda", layer: "/s/chair.usda", line: 6, column: 5, arc: "references", field: "default", value: "2" },
    { line: 7, field: "timeSamples", value: "{ 1: 1, … 1 more }", specPath: "/Chair.size" },
  ]);
});

test("choices of variants and payloads compose another stage, and write nothing", async () => {
  const asker = new StageAsker(FILES);
  await asker.ask({ kind: "stage" });
  const { reads, revision } = asker;
  asker.choices = {
    variants: [{ prim: "/World/Chair", set: "look", variant: "blue" }],
    payloads: [{ prim: "/World", isLoaded: false }],
  };
  const { variantSets, properties } = await primOf(asker, "/World/Chair");
  expect(variantSets).toMatchObject([{ selected: "blue", isChosen: true }]);
  expect(properties.find(({ name }) => name === "primvars:displayColor")?.value).toBe("[(0, 0, 1)]");
  expect((await primOf(asker, "/World/Far")).row).toMatchObject({ payload: "unloaded", children: 0 });
  expect(asker.revision).toBeGreaterThan(revision);
  asker.choices = { ...asker.choices, payloads: [...asker.choices.payloads, { prim: "/World/Far", isLoaded: true }] };
  expect((await primOf(asker, "/World/Far")).row).toMatchObject({ payload: "loaded", children: 1 });
  // The files are read and parsed once; that of a reference when it is needed.
  expect(asker.reads).toBeLessThanOrEqual(reads + 2);
});

test("the options of the command line hold until the page chooses otherwise", async () => {
  const asker = new StageAsker({ ...FILES, "session.usda": 'over "World" (kind = "group")\n{\n}\n' });
  asker.root = { ...asker.root, session: "/s/session.usda", variants: { "/World/Chair": { look: "blue" } } };
  expect((await primOf(asker, "/World")).row.primKind).toBe("group");
  expect((await primOf(asker, "/World/Chair")).variantSets).toMatchObject([{ selected: "blue", isChosen: false }]);
  asker.choices = { ...asker.choices, variants: [{ prim: "/World/Chair", set: "look", variant: "red" }] };
  expect((await primOf(asker, "/World/Chair")).variantSets).toMatchObject([{ selected: "red", isChosen: true }]);
});

test("the stage follows files that change, appear and disappear", async () => {
  const asker = new StageAsker(FILES);
  expect((await primOf(asker, "/World/Broken")).row.typeName).toBe("");
  expect(asker.locations).toContain("/s/none.usda");
  const { revision } = asker;
  await asker.ask({ kind: "stage" });
  expect(asker.revision).toBe(revision);
  asker.write({ "none.usda": CHAIR });
  expect((await primOf(asker, "/World/Broken")).row.typeName).toBe("Xform");
  expect(asker.revision).toBeGreaterThan(revision);
  asker.remove("root.usda");
  expect(await asker.reply({ kind: "stage" })).toEqual({
    problem: "Cannot open @/s/root.usda@: there is no such layer",
  });
  asker.write({ "root.usda": "def \n" });
  expect(await asker.reply({ kind: "stage" })).toEqual({ problem: expect.stringContaining("line ") as string });
  asker.write({ "root.usda": ROOT });
  expect((await asker.ask({ kind: "stage" })).rootPrims).toBe(1);
});

test("the text of the editor is composed; one with an error leaves the text before it", async () => {
  const asker = new StageAsker(FILES);
  const weight = async (): Promise<unknown> =>
    (await primOf(asker, "/World")).properties.find(({ name }) => name === "weight")?.value;
  expect(await weight()).toBe("3");
  await asker.edit("look.usda", 'over "World"\n{\n    double weight = 4\n}\n');
  expect(await weight()).toBe("4");
  await asker.edit("look.usda", 'over "World"\n{\n    double weight = \n}\n');
  expect(await weight()).toBe("4");
  expect((await asker.ask({ kind: "stage" })).textProblem).toMatch(/line [45]/);
  // Another page has its own text.
  asker.session = "other";
  expect(await asker.reply({ kind: "stage" })).toEqual({ needsText: true });
  asker.edits = 0;
  expect(await weight()).toBe("3");
  asker.session = "page";
  asker.edits = 2;
  await asker.edit("look.usda", null);
  expect(await weight()).toBe("3");
});

test("a page whose stage was dropped for those of others sends its text again", async () => {
  const asker = new StageAsker(FILES);
  await asker.edit("look.usda", 'over "World"\n{\n}\n');
  const { edits } = asker;
  for (let i = 0; i < 4; i++) {
    asker.session = `other ${i}`;
    asker.edits = 0;
    await asker.ask({ kind: "stage" });
  }
  Object.assign(asker, { session: "page", edits });
  expect(await asker.reply({ kind: "stage" })).toEqual({ needsText: true });
});

test("searches by name, and by path expressions", async () => {
  const asker = new StageAsker(FILES);
  const paths = async (text: string): Promise<readonly string[]> =>
    (await asker.ask({ kind: "search", text })).rows.map(({ path }) => path);
  expect(await paths("cHAi")).toEqual(["/World/Chair"]);
  expect(await paths("leg")).toHaveLength(4);
  expect(await paths("//{isa:Cube}")).toEqual(["/World/Chair/Leg", "/World/Far/Leg"]);
  expect(await paths("/World/Ch*.size")).toEqual(["/World/Chair"]);
  expect(await paths("nothing")).toEqual([]);
  expect((await asker.ask({ kind: "search", text: "//{isa:" })).problem).toMatch(/Ill-formed/);
  const many = Array.from({ length: 600 }, (_, i) => `def "Part${i}"\n{\n}\n`).join("");
  const large = await new StageAsker({ "root.usda": many }).ask({ kind: "search", text: "part" });
  expect([large.rows.length, large.hasMore]).toEqual([500, true]);
});

test("composition errors have their places; prototypes are known after all prims were composed", async () => {
  const asker = new StageAsker(FILES);
  expect((await primOf(asker, "/World/One")).prototype).toBeNull();
  const { rows, count, isComplete, prims } = await asker.ask({ kind: "problems" });
  expect({ count, isComplete }).toEqual({ count: 1, isComplete: true });
  expect(prims).toBeGreaterThan(6);
  expect(rows).toMatchObject([
    { code: "MISSING_LAYER", prim: "/World/Broken", place: { name: "root.usda", line: 32, specPath: "/World/Broken" } },
  ]);
  expect((await primOf(asker, "/World/One")).prototype).toBe("/__Prototype_1");
  expect((await primOf(asker, "/World/Two")).prototype).toBe("/__Prototype_1");
});

test("a stage is kept when files, texts and choices change, and answers as one that is opened then", async () => {
  const asker = new StageAsker(FILES);
  await asker.ask({ kind: "problems" });
  const open = vi.spyOn(Stage, "open");
  const chair = (from: string, to: string): Promise<void> => asker.edit("chair.usda", CHAIR.replace(from, to));
  const choose = (variant: string, isLoaded: boolean): void => {
    asker.choices = {
      variants: [{ prim: "/World/Chair", set: "look", variant }],
      payloads: [{ prim: "/World/Far", isLoaded }],
    };
  };
  const steps: (() => unknown)[] = [
    () => chair("size = 2", "size = 7"),
    () => asker.write({ "look.usda": 'over "World"\n{\n    double weight = 9\n}\n' }),
    () => choose("blue", false),
    () => chair('"Leg"', '"Foot"'),
    () => asker.write({ "root.usda": ROOT.replace("active = false", "active = true") }),
    () => choose("red", true),
    () => chair("references", "references"),
    () => asker.edit("look.usda", 'over "World" (kind = "group")\n{\n}\n'),
    () => asker.edit("look.usda", null),
  ];
  for (const step of steps) {
    // oxlint-disable-next-line no-await-in-loop -- one change after the other
    await step();
    const asks = [
      { kind: "search", text: "//" },
      { kind: "prim", prim: "/World/Chair", time: 2 },
      { kind: "prim", prim: "/World", time: null },
      { kind: "opinions", property: "/World/Chair.size" },
      { kind: "problems" },
      { kind: "stage" },
    ] as const;
    open.mockClear();
    const kept: unknown[] = [];
    // oxlint-disable-next-line no-await-in-loop -- as above
    for (const ask of asks) kept.push(await asker.ask(ask));
    expect(open).not.toHaveBeenCalled();
    // oxlint-disable-next-line no-await-in-loop -- as above
    const fresh = await asker.copy();
    const opened: unknown[] = [];
    // oxlint-disable-next-line no-await-in-loop -- as above
    for (const ask of asks) opened.push(await fresh.ask(ask));
    expect(kept).toEqual(opened);
  }
  open.mockRestore();
});

test("edits of the page: what they change, one that cannot be made, and files that change meanwhile", async () => {
  const asker = new StageAsker({ "root.usda": 'def "A"\n{\n    double size = 1\n}\n' });
  const typed = (text: string, path = "/A.size"): EditStep => ({
    target: null,
    edits: [{ op: "type", path, text, time: null }],
  });
  asker.steps = [typed("2"), typed("wide"), typed("3")];
  expect(await asker.ask({ kind: "edits" })).toMatchObject({
    problem: { step: 1, message: expect.stringContaining("Expected a value of type double for /A.size") as string },
    layers: [{ layer: "/s/root.usda", diff: expect.stringContaining("+    double size = 2\n") as string }],
  });
  asker.steps = [typed("2")];
  expect((await primOf(asker, "/A")).properties).toMatchObject([{ name: "size", field: "2" }]);
  asker.write({ "root.usda": 'def "A"\n{\n    double size = 1\n    int legs = 4\n}\n' });
  const { layers, problem } = await asker.ask({ kind: "edits" });
  expect([problem, layers[0]?.text]).toEqual([
    null,
    '#usda 1.0\ndef "A"\n{\n    double size = 2\n    int legs = 4\n}\n',
  ]);
  expect(await asker.ask({ kind: "save" })).toEqual({
    kind: "save",
    saved: [],
    problem: "Edits of the stage cannot be saved here",
  });
  asker.steps = [];
  expect((await asker.ask({ kind: "edits" })).layers).toEqual([]);
});
