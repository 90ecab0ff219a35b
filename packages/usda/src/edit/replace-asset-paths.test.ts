import { expect, test } from "vitest";
import { parseUsda } from "../parse/parse-usda.ts";
import { applyEdits } from "../text-edits/text-edit.ts";
import { replaceAssetPaths } from "./replace-asset-paths.ts";

/** The text after `old` paths became `new` ones; the result must parse. */
function replaced(text: string, names: Readonly<Record<string, string>>): string {
  const { layer, diagnostics } = parseUsda(text);
  expect(diagnostics).toEqual([]);
  const after = applyEdits(
    text,
    replaceAssetPaths(layer, (path) => names[path]),
  );
  expect(parseUsda(after).diagnostics).toEqual([]);
  return after;
}

const TEXT = `#usda 1.0
(
    subLayers = [
        @a.usda@ (offset = 1), # @a.usda@
        @b.usda@
    ]
    doc = "@a.usda@"
)

def "A" (
    prepend references = [@a.usda@</Set>, @./a.usda@]
    payload = @a.usda@
    assetInfo = {
        asset identifier = @a.usda@
    }
    clips = {
        dictionary default = {
            asset[] assetPaths = [@a.usda@]
            string templateAssetPath = "clip.###.usda"
            string primPath = "clip.###.usda"
        }
    }
)
{
    asset file = @@@a@b.png@@@
    asset[] files = [@a.usda@, @c.png@]
    asset file.timeSamples = { 0: @a.usda@, 1: None }
    string templateAssetPath = "clip.###.usda"
}
`;

test("each asset path and the template of clips is replaced; strings, comments and other names stay", () => {
  const names = { "a.usda": "sub/x.usda", "clip.###.usda": "sub/clip.###.usda", "a@b.png": "y.png" };
  expect(replaced(TEXT, names)).toBe(`#usda 1.0
(
    subLayers = [
        @sub/x.usda@ (offset = 1), # @a.usda@
        @b.usda@
    ]
    doc = "@a.usda@"
)

def "A" (
    prepend references = [@sub/x.usda@</Set>, @./a.usda@]
    payload = @sub/x.usda@
    assetInfo = {
        asset identifier = @sub/x.usda@
    }
    clips = {
        dictionary default = {
            asset[] assetPaths = [@sub/x.usda@]
            string templateAssetPath = "sub/clip.###.usda"
            string primPath = "clip.###.usda"
        }
    }
)
{
    asset file = @y.png@
    asset[] files = [@sub/x.usda@, @c.png@]
    asset file.timeSamples = { 0: @sub/x.usda@, 1: None }
    string templateAssetPath = "clip.###.usda"
}
`);
});

test("a new path with an at sign gets three of them", () => {
  expect(replaced("#usda 1.0\n(\n    subLayers = [@a.usda@]\n)\n", { "a.usda": "x@1.usda" })).toBe(
    "#usda 1.0\n(\n    subLayers = [@@@x@1.usda@@@]\n)\n",
  );
});

test("no path to replace leaves the text", () => {
  expect(replaceAssetPaths(parseUsda(TEXT).layer, () => undefined)).toEqual([]);
});

test("a templateAssetPath that is not of clips stays", () => {
  const other = (name: string): string =>
    `def "${name}" (\n    customData = {\n        string templateAssetPath = "clip.usda"\n    }\n)\n{\n}\n`;
  const clips = (path: string): string =>
    `def "B" (\n    clips = {\n        dictionary default = {\n            string templateAssetPath = "${path}"\n        }\n    }\n)\n{\n}\n`;
  const text = (path: string): string => `#usda 1.0\n${other("A")}${clips(path)}${other("C")}`;
  expect(replaced(text("clip.usda"), { "clip.usda": "other.usda" })).toBe(text("other.usda"));
});
