import { expect, test } from "vitest";
import { shownFiles } from "./shown-files.ts";

const file = (path: string, text = ""): { path: string; bytes: Uint8Array<ArrayBuffer> } => {
  return { path, bytes: new TextEncoder().encode(text) };
};
const SHOT = '#usda 1.0\ndef "A" (references = @./chair.usda@)\n{\n}\n';

test("the layer that names others, and that none names, comes first", () => {
  const files = [file("aside.usda", "#usda 1.0\n"), file("chair.usda", "#usda 1.0\n"), file("shot.usda", SHOT)];
  expect(shownFiles([...files, file("wood.png")])).toEqual({ tabs: [0, 1, 2], first: 2 });
});

test("layers that name each other, and layers that none names, are in their order", () => {
  const ring = [file("a.usda", "#usda 1.0\n# @b.usda@"), file("b.usda", "#usda 1.0\n# @a.usda@")];
  expect(shownFiles(ring).first).toBe(0);
  expect(shownFiles([file("a.usdc"), file("b.usdc")])).toEqual({ tabs: [0, 1], first: 0 });
});

test("of a folder the outermost models are shown, that with its name first", () => {
  const files = [
    file("Kitchen/assets/Cup/Cup.usd"),
    file("Kitchen/Anim.usda", "#usda 1.0\n"),
    file("Kitchen/Kitchen.usd"),
    file("Kitchen/wood.png"),
  ];
  expect(shownFiles(files)).toEqual({ tabs: [1, 2], first: 2 });
});

test("textures alone are not shown", () => {
  expect(shownFiles([file("wood.png"), file("notes.txt")])).toEqual({ tabs: [], first: undefined });
  expect(shownFiles([])).toEqual({ tabs: [], first: undefined });
});
