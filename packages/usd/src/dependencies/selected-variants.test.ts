import { writePackage } from "@usdkit/usdz";
import { describe, expect, it } from "vitest";
import { findDependencies, type DependencyOptions } from "./find-dependencies.ts";
import { withPackageContents } from "./package-contents.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Returns the layers that the root layer depends on. */
function layersOf(texts: Files, options: DependencyOptions): readonly string[] {
  const read = (path: string): Uint8Array | undefined => {
    const text = texts[path];
    if (typeof text !== "string") return text;

    return bytesOf(text.startsWith("#usda") ? text : `#usda 1.0\n${text}`);
  };
  const found = findDependencies("root.usda", { read, list: () => [] }, options);
  return withPackageContents(found, read).layers.filter((path) => path !== "root.usda");
}

/** A prim with the set `look` of the variants `red`, which leads to `red.usda`, and `oak`. */
const withLooks = (head: string): string => `${head} (
    prepend variantSets = "look"
)
{
    variantSet "look" = {
        "red" (
            references = @./red.usda@</R>
        ) {
        }
        "oak" {
            def "Part" (
                payload = @./oak.usda@</O>
            )
            {
            }
        }
    }
}
`;
const looks = { "red.usda": "", "oak.usda": "" };
const chair = { "chair.usda": `(\n    defaultPrim = "Chair"\n)\n${withLooks('def "Chair"')}`, ...looks };
const red = { look: "red" };

describe("findDependencies with selected variants", () => {
  it("follows only the selected variant of a set, and all variants of others", () => {
    const files = { "root.usda": withLooks('def "A"') + withLooks('def "B"').replaceAll("./", "./b-"), ...looks };
    const all = { ...files, "b-red.usda": "", "b-oak.usda": "" };
    expect(layersOf(all, {})).toEqual(["b-oak.usda", "b-red.usda", "oak.usda", "red.usda"]);
    expect(layersOf(all, { variants: { "/A": red } })).toEqual(["b-oak.usda", "b-red.usda", "red.usda"]);
    expect(layersOf(all, { variants: { "/A": { other: "red" } } })).toHaveLength(4);
    expect(layersOf(all, { variants: { "/A": { look: "" } } })).toEqual(["b-oak.usda", "b-red.usda"]);
  });

  it("takes selections along sublayers, references and payloads, by default prims too", () => {
    const root = (arc: string): string =>
      `(\n    subLayers = [@./sub.usda@]\n)\ndef "World"\n{\n    def "A" (\n        ${arc}\n    )\n    {\n    }\n}\n`;
    const variants = { "/World/A": red };
    const found = ["chair.usda", "red.usda", "sub.usda"];
    for (const arc of ["references = @./chair.usda@", "payload = @./chair.usda@</Chair>"]) {
      expect(layersOf({ "root.usda": root(arc), "sub.usda": "", ...chair }, { variants })).toEqual(found);
    }
    const sub = root("references = @./chair.usda@").replace("@./sub.usda@", "");
    expect(layersOf({ "root.usda": root(""), "sub.usda": sub, ...chair }, { variants })).toEqual(found);
  });

  it("takes selections of prims below the one that an arc leads to", () => {
    const files = {
      "root.usda": 'def "World" (\n    references = @./set.usda@</Set>\n)\n{\n}\n',
      "set.usda": 'def "Set"\n{\n    def "A" (\n        references = @./chair.usda@\n    )\n    {\n    }\n}\n',
      ...chair,
    };
    expect(layersOf(files, { variants: { "/World/A": red } })).toEqual(["chair.usda", "red.usda", "set.usda"]);
    expect(layersOf(files, { variants: { "/Set/A": red } })).toHaveLength(4);
  });

  it("follows all variants of a layer that is also used without the selection", () => {
    const twice = ["A", "B"].map((name) => `def "${name}" (\n    references = @./chair.usda@\n)\n{\n}\n`).join("");
    const files = { "root.usda": twice, ...chair };
    expect(layersOf(files, { variants: { "/A": red } })).toEqual(["chair.usda", "oak.usda", "red.usda"]);
    expect(layersOf(files, { variants: { "/A": red, "/B": red } })).toEqual(["chair.usda", "red.usda"]);
  });

  it("follows all variants of prims that arcs in their layers bring to others", () => {
    const variants = { "/A": red };
    const all = ["oak.usda", "red.usda"];
    for (const arc of ["references = </A>", "inherits = </A>", "specializes = </A>", "payload = </A>"]) {
      const root = `${withLooks('def "A"')}def "B" (\n    ${arc}\n)\n{\n}\n`;
      expect(layersOf({ "root.usda": root, ...looks }, { variants })).toEqual(all);
    }
    const moved = `(\n    relocates = {\n        </W/A>: </W/B>\n    }\n)\ndef "W" (\n    references = @./set.usda@</S>\n)\n{\n}\n`;
    const set = `def "S"\n{\n${withLooks('def "A"')}}\n`;
    const found = layersOf({ "root.usda": moved, "set.usda": set, ...looks }, { variants: { "/W/A": red } });
    expect(found).toEqual([...all, "set.usda"]);
  });

  it("follows all variants of classes that a reference implies in the layer that authors it", () => {
    const files = {
      "root.usda": `def "World" (\n    references = @./set.usda@</Set>\n)\n{\n${withLooks('    class "_c"')}}\n`,
      "set.usda":
        'def "Set"\n{\n    class "_c"\n    {\n    }\n    def "A" (\n        inherits = </Set/_c>\n    )\n    {\n    }\n}\n',
      ...looks,
    };
    expect(layersOf(files, { variants: { "/World/_c": red } })).toEqual(["oak.usda", "red.usda", "set.usda"]);
  });

  it("takes selections into packages", () => {
    const files = Object.entries(chair).map(([path, text]) => ({ path, data: bytesOf(`#usda 1.0\n${text}`) }));
    const root = 'def "A" (\n    references = @./chair.usdz@\n)\n{\n}\n';
    const found = layersOf({ "root.usda": root, "chair.usdz": writePackage(files) }, { variants: { "/A": red } });
    expect(found).toEqual(["chair.usdz", "chair.usdz[red.usda]"]);
  });

  it("follows all variants of a layer with more selections than it is visited with", () => {
    const names = Array.from({ length: 100 }, (_, i) => `A${i}`);
    const prims = names.map((name) => `def "${name}" (\n    references = @./chair.usda@\n)\n{\n}\n`).join("");
    const variants = Object.fromEntries(names.map((name, i) => [`/${name}`, { look: i === 99 ? "oak" : `no${i}` }]));
    expect(layersOf({ "root.usda": prims, ...chair }, { variants })).toContain("oak.usda");
  });
});

describe("findDependencies with a session layer", () => {
  it("starts with the session layer too, whose expression variables are stronger", () => {
    const files = {
      "root.usda":
        '(\n    expressionVariables = { string A = "root"; string B = "b" }\n    subLayers = [@`"./${A}.usda"`@]\n)\n',
      "in/session.usda":
        '(\n    expressionVariables = { string A = "session" }\n    subLayers = [@`"./${B}.usda"`@]\n)\n',
      "session.usda": "",
      "in/b.usda": 'over "A" (\n    references = @./c.usda@</C>\n)\n{\n}\n',
      "in/c.usda": "",
    };
    expect(layersOf(files, { session: "in/session.usda" })).toEqual([
      "in/b.usda",
      "in/c.usda",
      "in/session.usda",
      "session.usda",
    ]);
  });
});
