// What findings about names say: what was probably meant, or what to write.

import { expect, test } from "vitest";
import { fullScene, sceneWithoutCamera } from "../examples/full-scene.ts";
import { patch, prim } from "../test-support/findings.ts";
import { messages, testMessages } from "../test-support/rule-messages.ts";

const mesh = (...statements: string[]): string =>
  fullScene(prim('def Mesh "A" (\n    payload = @asset:/mesh/a@\n)', ...statements));
const arcs = (metadata: string, body = ""): string => fullScene(`\ndef Xform "A" (\n    ${metadata}\n)\n{\n${body}}\n`);
const pointing = (target: string, body = "\n"): string =>
  fullScene(body).replace("int2 resolution", `rel camera = ${target}\n        int2 resolution`);

testMessages("camera-relationship", {}, [
  [
    "another camera",
    pointing("</B>", prim('def Camera "A"') + prim('def Camera "B"')),
    [
      'warning 19:9-26 "camera" of /Render/Settings points to /B; the service takes the first camera, /A. | Point it to "/A", or move the camera that is meant before it.',
    ],
  ],
  [
    "two targets",
    pointing("[</Main>, </B>]"),
    ['warning 12:9-37 "camera" of /Render/Settings has 2 targets: the first counts, /Main. | Leave one target.'],
  ],
  [
    "a name that is nearly that of a camera",
    pointing("</Mian>"),
    ['error 12:9-29 "camera" of /Render/Settings points to /Mian, which does not exist. | Did you mean "/Main"?'],
  ],
  [
    "another prim",
    pointing("</A>", prim('def Xform "A"')),
    [
      'error 15:9-26 "camera" of /Render/Settings points to /A, which is not a Camera: its type is "Xform". | Point it to the first camera, "/Main".',
    ],
  ],
  [
    "a prim without a type",
    pointing("</A>", prim('def "A"')),
    [
      'error 15:9-26 "camera" of /Render/Settings points to /A, which has no type. | Point it to the first camera, "/Main".',
    ],
  ],
  [
    "an inactive camera",
    pointing("</A>", prim('def Camera "A" (\n    active = false\n)')),
    [
      'error 17:9-26 "camera" of /Render/Settings points to /A, which is inactive. | Point it to the first camera, "/Main".',
    ],
  ],
  ["a camera whose type is misspelled", pointing("</A>", prim('def Camrea "A"')), []],
  [
    "no prim, and there is no camera",
    sceneWithoutCamera("\n").replace("int2 resolution", "rel camera = </A>\n        int2 resolution"),
    [
      'error 7:9-26 "camera" of /Render/Settings points to /A, which does not exist. | Point it to a camera, or remove it.',
    ],
  ],
  ["a prim in a text with errors", `${pointing("</A>")}def "B"\n{\n    int x = \n`, []],
  [
    "an attribute of another name",
    fullScene("\n").replace("int2 resolution", "rel other = </A>\n        int2 resolution"),
    [],
  ],
  [
    "an attribute of this name",
    fullScene("\n").replace("int2 resolution", 'string camera = "/A"\n        int2 resolution'),
    [],
  ],
]);

testMessages("mesh-id-known", { assets: ["chair-01"] }, [
  [
    "a misspelled id",
    mesh().replace("mesh/a@", "mesh/chair-10@"),
    ['error 3:5-37 /A brings in the mesh "chair-10", which is not among the known ones. | Did you mean "chair-01"?'],
  ],
  [
    "another id",
    mesh().replace("mesh/a@", "mesh/table@"),
    [
      'error 3:5-34 /A brings in the mesh "table", which is not among the known ones. | Upload it first, or name another.',
    ],
  ],
  ["a payload of a type that is not drawn", arcs("payload = @asset:/mesh/table@"), []],
]);

testMessages("name-misspelled", {}, [
  [
    "a resolution that a job needs",
    fullScene("\n").replace("int2 resolution", "int2 resolutoin"),
    ['error 12:9-38 The service ignores "resolutoin" of /Render/Settings. | Did you mean "resolution"?'],
  ],
  [
    "a resolution that a stream does not need",
    fullScene("\n").replace("int2 resolution", "int2 resolutoin"),
    ['warning 12:9-38 The service ignores "resolutoin" of /Render/Settings. | Did you mean "resolution"?'],
    { profile: "realtime" },
  ],
  [
    "a resolution in a text with errors",
    `${fullScene("\n").replace("int2 resolution", "int2 resolutoin")}def "B"\n{\n    int x = \n`,
    ['warning 12:9-38 The service ignores "resolutoin" of /Render/Settings. | Did you mean "resolution"?'],
  ],
  [
    "a resolution that the camera has as well",
    fullScene("\n")
      .replace("int2 resolution", "int2 resolutoin")
      .replace("float focalLength = 35", "int2 resolution = (1, 1)"),
    ['warning 12:9-38 The service ignores "resolutoin" of /Render/Settings. | Did you mean "resolution"?'],
  ],
  [
    "a resolution next to one of the wrong type",
    fullScene("\n")
      .replace("int2 resolution", "int2 resolutoin")
      .replace("float focalLength = 35", 'string resolution = "1"'),
    ['error 12:9-38 The service ignores "resolutoin" of /Render/Settings. | Did you mean "resolution"?'],
  ],
  [
    "settings that a job needs",
    fullScene("\n").replace("def RenderSettings", "def RenderSetting"),
    [
      'error 10:5-33 /Render/Settings has the type "RenderSetting", which the service ignores. | Did you mean "RenderSettings"?',
    ],
  ],
  [
    "metadata that is a dictionary",
    fullScene(prim('def Mesh "A" (\n    payload = @asset:/mesh/a@\n    documentaton = { int a = 1 }\n)')),
    ['warning 4:5-33 "documentaton" of /A is not metadata that anything reads. | Did you mean "documentation"?'],
  ],
  [
    "metadata that is an edit of a list",
    fullScene(prim('def Mesh "A" (\n    prepend payloads = [1]\n)')),
    ['warning 3:5-27 "payloads" of /A is not metadata that anything reads. | Did you mean "payload"?'],
  ],
  [
    "metadata of the layer",
    fullScene('\n(\n    defaultPrm = "Main"\n)\n'),
    ['warning 3:5-24 "defaultPrm" of the layer is not metadata that anything reads. | Did you mean "defaultPrim"?'],
  ],
  ["a dictionary of the format", fullScene(prim('def Xform "A" (\n    customData = { int payloads = 1 }\n)')), []],
]);

testMessages("default-prim-exists", {}, [
  [
    "no such prim",
    fullScene('\n(\n    defaultPrim = "Mian"\n)\n'),
    ['warning 3:5-25 "defaultPrim" is "Mian", but there is no root prim of that name. | Did you mean "Main"?'],
  ],
  ["no such prim, with sublayers", fullScene('\n(\n    defaultPrim = "Mian"\n    subLayers = [@a.usd@]\n)\n'), []],
  [
    "no such prim, in a text with errors",
    `${fullScene('\n(\n    defaultPrim = "Mian"\n)\n')}def "B"\n{\n    int x = \n`,
    [],
  ],
]);

test("only the first findings about unknown names have suggestions, as each takes a search", () => {
  const many = (text: (index: number) => string): string => Array.from({ length: 51 }, (_, i) => text(i)).join("");
  const meshes = many((i) => prim(`def Mesh "A${i}" (\n    payload = @asset:/mesh/chair-10@\n)`));
  const overs = many((i) => `over "A${i}"\n{\n    over "Main"\n    {\n    }\n}\n`);
  const suggestions = (found: readonly string[]): boolean[] => found.map((each) => each.includes("Did you mean"));
  const expected = Array.from({ length: 51 }, (_, i) => i < 50);
  expect(suggestions(messages("mesh-id-known", fullScene(meshes), { assets: ["chair-01"] }))).toEqual(expected);
  const base = many((i) => `def "AA${i}"\n{\n}\n`);
  expect(suggestions(messages("patch-path", `#usda 1.0\n${overs}`, { ...patch, base: `#usda 1.0\n${base}` }))).toEqual(
    expected,
  );
});
