import { parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { writeUsdc } from "../write/write-usdc.ts";
import { readUsdc } from "./read-usdc.ts";

// Names of six letters that nothing else has, so that they stand in the compressed tokens as they are.
const NAMES = { prim: "Qxzvwp", property: "Hgmnqu", set: "Ndfghw", variant: "Vkxqtz" };
const { layer } = parseUsda(`#usda 1.0
def Xform "Qxzvwp"
{
    double Hgmnqu = 1
    variantSet "Ndfghw" = {
        "Vkxqtz" {
            double inner = 1
        }
    }
}
`);

/** What reading says of a crate in which a name is replaced by one of the same length. */
function renamed(kind: keyof typeof NAMES, name: string): string[] {
  const bytes = Buffer.from(writeUsdc(layer));
  let places = 0;
  for (let at = -1; (at = bytes.indexOf(NAMES[kind], at + 1, "latin1")) >= 0; places++) bytes.write(name, at, "latin1");
  expect(places).toBeGreaterThan(0);
  return readUsdc(bytes).diagnostics.map(({ message }) => message);
}

describe("names in crates", () => {
  test("are those of the format", () => {
    expect(renamed("prim", "_2zvwp")).toEqual([]);
    expect(renamed("property", "a:b:_1")).toEqual([]);
    expect(renamed("property", Buffer.from("äöü").toString("latin1"))).toEqual([]);
    expect(renamed("variant", "1-|a_b")).toEqual([]);
  });

  test.each(["Qx vwp", "1xzvwp", "Qx:vwp", "Qx/vwp", 'Q"\n{}#'])("a prim cannot be called %j", (name) => {
    expect(renamed("prim", name)[0]).toContain(`${JSON.stringify(name)} is not the name of a prim`);
  });

  test.each(["a::bcd", ":abcde", "abcde:", "a:1bcd", "ab cde", "ab.cde", "ab[cde"])(
    "a property cannot be called %j",
    (name) => {
      expect(renamed("property", name)).toEqual([
        `"/Qxzvwp.${name}": "${name}" is not the name of a property: identifiers, joined by ":"`,
      ]);
    },
  );

  test("a prim cannot be called like a part of a property", () => {
    expect(renamed("prim", "......")[0]).toBe('"/......": "......" is not part of a property');
  });

  // The reference opens these, although text cannot write them.
  test.each(["Vkx tz", "Vkx/tz", "Vk.xtz"])("a variant can be called %j", (name) => {
    expect(renamed("variant", name)).toEqual([]);
  });

  test.each(["Vkx=tz", "Vkx}tz", "{kxqtz"])("a variant cannot be called %j", (name) => {
    expect(renamed("variant", name)[0]).toContain("is not a selection of a variant");
  });
});
