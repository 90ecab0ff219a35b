import { describe, expect, it } from "vitest";
import { PathWriter } from "./path-writer.ts";
import { TokenWriter } from "./tables.ts";
import { UsdcWriteError } from "./usdc-write-error.ts";

/** Adds paths to an empty tree; returns their indexes, the tree, and its elements as texts. */
function write(paths: readonly string[]): {
  readonly indexes: readonly number[];
  readonly length: number;
  readonly elements: readonly string[];
  readonly order: readonly number[];
  readonly jumps: readonly number[];
} {
  const tokens = new TokenWriter();
  const writer = new PathWriter(tokens);
  const indexes = paths.map((path) => writer.add(path));
  const { length } = writer;
  writer.finish();
  const arrays = writer.take();
  const names = Buffer.from(tokens.take()).toString().split("\0");
  const text = (token: number): string => `${token < 0 ? "." : ""}${names[Math.abs(token)]}`;
  const elements = [...arrays.elements].slice(1).map(text);
  return { indexes, length, elements, order: [...arrays.indexes], jumps: [...arrays.jumps] };
}

describe("paths", () => {
  it("have an index each, as do those above them", () => {
    const { indexes, length } = write(["/", "/A/B", "/A", "/A/B", "", "/A.x", ""]);
    expect(indexes).toEqual([0, 2, 1, 2, 3, 4, 3]);
    expect(length).toBe(5);
  });

  it.each([
    ["/A", ["A"]],
    ["/A/B/C", ["A", "B", "C"]],
    ["/A.x", ["A", ".x"]],
    ["/A.x:y.z", ["A", ".x:y", ".z"]],
    ["/A{v=x}", ["A", "{v=x}"]],
    ["/A{v=x}B", ["A", "{v=x}", "B"]],
    ["/A{v=x}{w=}B.y", ["A", "{v=x}", "{w=}", "B", ".y"]],
    ["/A{v=.x}", ["A", "{v=.x}"]],
    // A property of a target is an element with its dot.
    ["/A.r[/B]", ["A", ".r", "[/B]"]],
    ["/A.r[/B/C.x]", ["A", ".r", "[/B/C.x]"]],
    ["/A.r[/B].y", ["A", ".r", "[/B]", ".y"]],
    ["/A.r[/B.s[/C]].y", ["A", ".r", "[/B.s[/C]]", ".y"]],
  ])("%s have a place in the tree for each element", (path, elements) => {
    expect(write([path]).elements).toEqual(elements);
  });

  it("distinguish a property of a prim from one of a target by the sign of its token", () => {
    const tokens = new TokenWriter();
    const writer = new PathWriter(tokens);
    writer.add("/A.r[/B].y");
    const { elements } = writer.take();
    expect(tokens.add("A")).toBe(1);
    expect([...elements]).toEqual([0, 1, -tokens.add("r"), tokens.add("[/B]"), tokens.add(".y")]);
  });

  it("are the same by text and by parent", () => {
    const tokens = new TokenWriter();
    const writer = new PathWriter(tokens);
    const prim = writer.addChild(writer.root, "A");
    expect(writer.addChild(writer.root, "A")).toBe(prim);
    const variant = writer.addChild(prim, "{v=x}");
    const property = writer.addProperty(variant, "p");
    expect(writer.addChild(variant, "p")).not.toBe(property);
    expect(writer.add("/A{v=x}.p")).toBe(property);
    expect(writer.add("/A{v=x}")).toBe(variant);
    expect(writer.add("/")).toBe(writer.root);
  });

  it("are distinct where their hashes are equal", () => {
    const tokens = new TokenWriter();
    const writer = new PathWriter(tokens);
    for (let token = 1; token <= 421; token++) expect(tokens.add(`t${token}`)).toBe(token);
    for (let path = 1; path <= 401; path++) expect(writer.addChild(writer.root, `t${path}`)).toBe(path);
    // The hashes of these pairs of a parent and a token are the same.
    const first = writer.addChild(401, "t46");
    const second = writer.addChild(76, "t421");
    expect([first, second]).toEqual([402, 403]);
    expect([writer.addChild(401, "t46"), writer.addChild(76, "t421")]).toEqual([first, second]);
  });

  it.each(["A", "../B", ".x"])("that are relative are rejected: %s", (path) => {
    const writer = new PathWriter(new TokenWriter());
    expect(() => writer.add(path)).toThrow(UsdcWriteError);
    expect(() => writer.add(path)).toThrow(`A crate cannot hold the relative path "${path}"`);
  });
});

describe("the tree", () => {
  it.each([
    // -2: neither a child nor a sibling, -1: only a child, 0: only a sibling, otherwise both, and where the sibling is.
    [[], [0], [-2]],
    [["/A"], [0, 1], [-1, -2]],
    [
      ["/A", "/B"],
      [0, 1, 2],
      [-1, 0, -2],
    ],
    [
      ["/A/C", "/B"],
      [0, 1, 2, 3],
      [-1, 2, -2, -2],
    ],
    [
      ["/A", "/B", "/A/C"],
      [0, 1, 3, 2],
      [-1, 2, -2, -2],
    ],
    [
      ["/A/B/C", "/A/D", "/E"],
      [0, 1, 2, 3, 4, 5],
      [-1, 4, 2, -2, -2, -2],
    ],
    [
      ["", "/A"],
      [0, 2],
      [-1, -2],
    ],
  ])("of %j has jumps in the order of a walk", (paths, order, jumps) => {
    const tree = write(paths);
    expect(tree.order).toEqual(order);
    expect(tree.jumps).toEqual(jumps);
  });

  it("is deeper than a stack", () => {
    const depth = 20_000;
    const writer = new PathWriter(new TokenWriter());
    let path = writer.root;
    for (let i = 0; i < depth; i++) path = writer.addChild(path, "A");
    const { jumps } = writer.take();
    expect(jumps).toHaveLength(depth + 1);
    expect(jumps.every((jump, i) => jump === (i < depth ? -1 : -2))).toBe(true);
  });
});
