// Names that JavaScript objects have of their own are names like any other.

import { describe, expect, test } from "vitest";
import { parseUsda } from "../../packages/usda/src/parse/parse-usda.ts";
import { dumpLayer } from "@usdkit/layer";
import { examine } from "./examine.ts";
import { specsOf } from "./visit.ts";

const NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  "__lookupSetter__",
  "isPrototypeOf",
  "toJSON",
  "then",
  "length",
  "name",
  "get",
  "size",
] as const;

const members = (object: object): readonly string[] => Object.getOwnPropertyNames(object).sort();
const before = [Object.prototype, Array.prototype, Function.prototype, Map.prototype].map(members);

describe.each(NAMES)("%s", (name) => {
  const text = `#usda 1.0
(
    ${name} = "a field"
    customLayerData = {
        string ${name} = "a key"
        dictionary "${name}2" = {
            int ${name} = 2
        }
    }
    expressionVariables = {
        string ${name} = "a variable"
    }
)

def ${name} "${name}" (
    ${name} = {
        dictionary ${name} = {
            int ${name} = 1
        }
    }
    customData = {
        dictionary ${name} = {
            int ${name} = 1
        }
    }
    prefixSubstitutions = {
        "${name}": "${name}"
    }
    references = @a@</${name}> (customData = {
        int ${name} = 1
    })
    variants = {
        string ${name} = "${name}"
    }
    prepend variantSets = "${name}"
    prepend unknown${name} = [${name}]
)
{
    reorder properties = ["${name}"]
    int ${name} = 1 (
        ${name} = 3
        customData = {
            int ${name} = 4
        }
    )
    ${name} unknown:${name} = ${name}
    token[] tokens:${name} = ["${name}"]
    rel rel:${name} = </${name}>
    variantSet "${name}" = {
        "${name}" {
            def "${name}"
            {
            }
        }
    }
}
`;
  const { layer, diagnostics } = parseUsda(text);

  test("is read everywhere", () => {
    expect(diagnostics).toEqual([]);
    const paths = [...specsOf(layer)].map(({ path }) => path);
    expect(paths).toEqual([
      "/",
      `/${name}`,
      `/${name}.${name}`,
      `/${name}.unknown:${name}`,
      `/${name}.tokens:${name}`,
      `/${name}.rel:${name}`,
      `/${name}{${name}=}`,
      `/${name}{${name}=${name}}`,
      `/${name}{${name}=${name}}${name}`,
    ]);
    expect(layer.root.fields.get(name)?.value).toMatchObject({ kind: "unregistered", text: '"a field"' });
  });

  test("is an own member in the dump", () => {
    const { specs } = JSON.parse(dumpLayer(layer)) as { specs: Record<string, { fields: Record<string, unknown> }> };
    const root = specs["/"]?.fields ?? {};
    expect(Object.hasOwn(root, name)).toBe(true);
    const data = (root["customLayerData"] as { dictionary: Record<string, { v: unknown }> }).dictionary;
    expect(Object.hasOwn(data, name)).toBe(true);
    expect(Object.getOwnPropertyDescriptor(data, name)?.value).toEqual({ t: "string", v: "a key" });
    expect(Object.hasOwn(specs[`/${name}`]?.fields ?? {}, name)).toBe(true);
  });

  test("survives printing and formatting", () => {
    expect(examine(new TextEncoder().encode(text))).toEqual([]);
    expect([Object.prototype, Array.prototype, Function.prototype, Map.prototype].map(members)).toEqual(before);
  });
});
