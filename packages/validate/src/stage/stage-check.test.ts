// A check that follows changes finds what a new one finds, and one that shares the work for prims what one of every prim finds.
import { memoryResolver, numberOf, openLayer, pathResolver, Stage } from "@usdkit/usd";
import { writeUsdc } from "@usdkit/usdc";
import { parseUsda } from "@usdkit/usda";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { layerText } from "../examples/stage-files.ts";
import type { StageRule } from "../rule/stage-rule.ts";
import { stageRules } from "../stage-rules/index.ts";
import { layerEdit } from "./layer-edit.ts";
import { StageCheck, type StageCheckOptions } from "./stage-check.ts";

/** Reports what it sees of each prim, of those above and below it, and of the targets of its relationships. */
const everything: StageRule = {
  meta: { id: "everything", summary: "All", severity: "info", effect: null, profiles: ["usd"] },
  population: "all",
  examples: () => ({ good: [], bad: [] }),
  checkStage({ look, report, note }) {
    return {
      prim(prim) {
        const { shape, parent, children } = prim;
        const above = parent === undefined ? "" : `${parent.shape.typeName} ${numberOf(parent.value("size"))}`;
        const below = children.map(({ shape: { typeName } }) => typeName).join();
        const targets = prim.targets("to").map((path) => look(path)?.shape.kind ?? "none");
        report({
          message: `${shape.typeName} ${shape.kind} ${numberOf(prim.value("size"))} [${above}] [${below}] [${targets.join()}]`,
          at: { prim: prim.path },
        });
        if (shape.kind === "component") note(prim.children.length);
      },
      end(facts) {
        const all = Array.from(facts, ({ prim, fact }) => `${prim}: ${String(fact)}`).toSorted();
        report({ message: all.join(" "), at: { prim: "/" } });
      },
    };
  },
};

const byPlace: StageRule = {
  ...everything,
  meta: { ...everything.meta, id: "by-place" },
  scope: "place",
  checkStage: ({ report }) => ({
    property: (name, _, { path }) => report({ message: path, at: { prim: path, property: name } }),
  }),
};

const sizes = ["double size = 1", "double size = 2", "custom rel to = </World/A/Part>", "rel to = </World/B>", ""];
const kinds = ['kind = "component"', 'kind = "group"', "active = false", "instanceable = true", ""];

const asset = (parts: readonly string[], kind: string): string =>
  layerText(
    `def Xform "Chair" (\n    ${kind}\n    variantSets = "look"\n    variants = {\n        string look = "red"\n    }\n)\n{\n    ${parts[0]}\n` +
      `    def Mesh "Part"\n    {\n        ${parts[1]}\n    }\n    variantSet "look" = {\n        "red" {\n            def Scope "Red"\n            {\n                ${parts[2]}\n            }\n        }\n` +
      `        "blue" {\n            over "Part"\n            {\n                ${parts[3]}\n            }\n        }\n    }\n}`,
  );

const specifiers = ["def", "over", "class"];

const root = (
  parts: readonly string[],
  metadata: readonly string[],
  specifier: readonly string[] = ["def", "def", "def"],
): string =>
  layerText(
    `def Xform "World"\n{\n${["A", "B", "C"]
      .map((name, i) => {
        const fields = `references = @./chair.usda@</Chair>\n        ${metadata[i]}`;
        const below = i === 1 ? `over "Part"\n        {\n            ${parts[3]}\n        }` : "";
        return `    ${specifier[i]} "${name}" (\n        ${fields}\n    )\n    {\n        ${parts[i]}\n        ${below}\n    }\n`;
      })
      .join("")}}`,
  );

const some = (from: readonly string[]): fc.Arbitrary<string[]> =>
  fc.array(fc.constantFrom(...from), { minLength: 4, maxLength: 4 });
const files = fc
  .record({
    parts: some(sizes),
    metadata: some(kinds),
    specifier: some(specifiers),
    assetParts: some(sizes),
    kind: fc.constantFrom("", kinds[0]),
  })
  .map(({ parts, metadata, specifier, assetParts, kind }) => ({
    "shot.usda": root(parts, metadata, specifier),
    "chair.usda": asset(assetParts, kind),
  }));
type Files = Record<string, string>;

const rules = [...stageRules, everything, byPlace];
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function open(of: Files): Promise<Stage> {
  const resolver = pathResolver({ read: (path) => (of[path] === undefined ? undefined : bytesOf(of[path])) });
  return Stage.open("shot.usda", { resolver });
}

const meshes = ["double size = 1", "double size = 2", "rel to = </Chair/Looks/Paint>", "rel to = </Chair>", ""];

/** An asset whose prims read one another, sets that have it twice, and a stage that has the sets; some prims have opinions of the stage. */
const placedFiles = fc
  .record({
    meshes: some(meshes),
    kind: fc.constantFrom("", kinds[0]),
    overrides: fc.array(fc.constantFrom("Geom", "Geom/Seat", "Looks", "Looks/Paint", ""), {
      minLength: 3,
      maxLength: 3,
    }),
    override: fc.constantFrom('kind = "group"', "active = false", "", "references = @./part.usda@</Part>"),
    metadata: some(["instanceable = true", 'kind = "component"', "", ""]),
  })
  .map(({ meshes: [seat, leg, paint, part], kind, overrides, override, metadata }) => ({
    "chair.usda": layerText(
      `def Xform "Chair" (\n    ${kind}\n)\n{\n    def Scope "Geom"\n    {\n        def Mesh "Seat"\n        {\n            ${seat}\n` +
        `            def Mesh "Leg"\n            {\n                ${leg}\n            }\n        }\n        def Mesh "Back"\n        {\n            ${leg}\n        }\n    }\n` +
        `    def Scope "Looks"\n    {\n        def Material "Paint"\n        {\n            ${paint}\n        }\n    }\n}`,
    ),
    "part.usda": layerText(`def Mesh "Part"\n{\n    ${part.includes("</") ? "" : part}\n}`),
    "set.usda": layerText(
      `def Xform "Set"\n{\n${["A", "B"].map((name) => `    def "${name}" (\n        references = @./chair.usda@</Chair>\n    )\n    {\n    }\n`).join("")}}`,
    ),
    "shot.usda": layerText(
      `def Xform "World"\n{\n${overrides
        .map(
          (path, i) =>
            `    def "Set_${i}" (\n        references = @./set.usda@</Set>\n        ${metadata[i]}\n    )\n    {\n${nested(["B", ...path.split("/")], path === "" ? "" : override)}    }\n`,
        )
        .join("")}}`,
    ),
  }));

/** Returns `over`s within one another, the innermost with metadata. */
function nested(names: readonly string[], metadata: string): string {
  if (metadata === "" && names[1] === "") return "";
  return names.reduceRight(
    (text, name, i) => `over "${name}"${i === names.length - 1 ? ` (\n${metadata}\n)` : ""}\n{\n${text}}\n`,
    "",
  );
}

const anyFiles = fc.oneof(files, placedFiles);
const versions = { minLength: 2, maxLength: 4 };
const changes = fc.oneof(fc.array(files, versions), fc.array(placedFiles, versions));

function finish(steps: Generator<void>): void {
  while (steps.next().done !== true);
}

async function checked(of: Files, options: Partial<StageCheckOptions> = {}): Promise<StageCheck> {
  const check = new StageCheck(await open(of), { rules, ...options });
  finish(check.run());
  return check;
}

/** Each finding for each prim of the stage. */
function pairs(check: StageCheck): readonly string[] {
  expect(check.failures).toEqual([]);
  return check
    .findings({ listsPrims: true })
    .flatMap(({ rule, layer, finding, prims = [] }) =>
      prims.map((prim) => `${rule} ${layer} ${finding.primPath} ${prim} ${finding.message}`),
    )
    .toSorted();
}

const encoder = new TextEncoder();

/** How many prims have each finding. */
function counts(check: StageCheck): readonly string[] {
  return check
    .findings()
    .map(({ rule, count, finding }) => `${rule} ${count} ${finding.message}`)
    .toSorted();
}

/** Where findings about prims are. */
function places(check: StageCheck): readonly string[] {
  return Array.from(
    check.findings({ listsPrims: true }),
    ({ rule, layer, finding: { range, message } }) => `${rule} ${layer} ${range?.start} ${range?.end} ${message}`,
  ).toSorted();
}

test("prims that share their opinions are checked once, and have the findings of a check of each", async () => {
  await fc.assert(
    fc.asyncProperty(anyFiles, async (of) => {
      const check = await checked(of);
      const every = await checked(of, { everyPrim: true });
      expect(pairs(check)).toEqual(pairs(every));
      expect(counts(check)).toEqual(counts(every));
    }),
    { numRuns: 30 },
  );
});

test("a check that follows changes finds what a new check finds", async () => {
  await fc.assert(
    fc.asyncProperty(changes, async ([first, ...later]) => {
      const check = await checked(first);
      let before: Files = first;
      for (const change of later) {
        const layers = new Map(Object.entries(change).map(([name, text]) => [name, parseUsda(text).layer]));
        const edits = Object.entries(change).map(([name, text]) =>
          layerEdit(name, encoder.encode(before[name] ?? ""), encoder.encode(text)),
        );
        before = change;
        finish(check.follow(await check.stage.update({ layers }), edits));
        const fresh = await checked(change);
        expect(pairs(check)).toEqual(pairs(fresh));
        expect(counts(check)).toEqual(counts(fresh));
        expect(places(check)).toEqual(places(fresh));
      }
    }),
    { numRuns: 20 },
  );
});

test("instances share what is found below them only if the prims above have the same shape", async () => {
  const chair = (name: string, specifier: string, kind: string): string =>
    `${specifier} Xform "${name}" (\n    kind = "${kind}"\n    instanceable = true\n    references = @./chair.usda@</Chair>\n)\n{\n}`;
  const of = {
    "shot.usda": layerText(
      [chair("A", "over", "group"), chair("B", "def", "group"), chair("C", "def", "component")].join("\n\n"),
    ),
    "chair.usda": layerText(
      'def Xform "Chair"\n{\n    def Mesh "Seat" (\n        kind = "component"\n    )\n    {\n    }\n}',
    ),
  };
  const found = pairs(await checked(of));
  expect(found).toEqual(pairs(await checked(of, { everyPrim: true })));
  expect(found.filter((each) => each.startsWith("kind-hierarchy")).join()).toMatch(
    / \/C\/Seat The component is below a component/u,
  );
  expect(found.filter((each) => each.startsWith("subdivision-scheme-missing")).join()).toMatch(/ \/B\/Seat /u);
});

test("a composition error below instances is counted once, as in a check of each prim", async () => {
  const instance = (name: string): string =>
    `def Xform "${name}" (\n    instanceable = true\n    references = @./chair.usda@</Chair>\n)\n{\n}`;
  const of = {
    "shot.usda": layerText([instance("A"), instance("B"), instance("C")].join("\n\n")),
    "chair.usda": layerText(
      'def Xform "Chair"\n{\n    def Xform "Seat" (\n        references = @./missing.usda@\n    )\n    {\n    }\n}',
    ),
  };
  const found = counts(await checked(of, { rules: stageRules }));
  expect(found).toEqual(counts(await checked(of, { rules: stageRules, everyPrim: true })));
  expect(found.filter((each) => each.startsWith("missing-layer 1 "))).toHaveLength(1);
});

test("a finding that a class and a prim share has the checks of both", async () => {
  const of = {
    "shot.usda": layerText(
      'class Camera "Settings"\n{\n    double focalLength = 35\n}\n\ndef Camera "Main" (\n    inherits = </Settings>\n)\n{\n}',
    ),
  };
  const [finding] = (await checked(of)).findings().filter(({ rule }) => rule === "attribute-schema-type");
  expect([finding.count, finding.sameAs]).toEqual([2, undefined]);
});

test("findings about specs of a crate with the same fields are not one", async () => {
  const text = layerText(
    'def Xform "A" (\n    permission = private\n)\n{\n}\n\ndef Xform "B" (\n    permission = private\n)\n{\n}',
  );
  const bytes = writeUsdc(parseUsda(text).layer);
  const check = new StageCheck(await Stage.open("a.usdc", { resolver: memoryResolver(new Map([["a.usdc", bytes]])) }), {
    rules,
  });
  finish(check.run());
  const found = check.findings().filter(({ rule }) => rule === "field-unsupported");
  expect(found.map(({ finding }) => finding.primPath)).toEqual(["/A", "/B"]);
});

test("a rule that fails is named, and the others go on", async () => {
  const failing: StageRule = {
    ...everything,
    meta: { ...everything.meta, id: "failing" },
    checkStage: () => ({
      prim({ name }) {
        if (name === "Part") throw new Error("broken");
      },
    }),
  };
  const of = { "shot.usda": root(sizes, kinds), "chair.usda": asset(sizes, "") };
  const check = await checked(of, { rules: [failing, everything] });
  expect(check.failures).toEqual([{ rule: "failing", prim: "/World/A/Part", error: new Error("broken") }]);
  expect(check.findings().some(({ rule }) => rule === "everything")).toBe(true);
  expect(openLayer(bytesOf(of["shot.usda"])).ok).toBe(true);
});
