// What findings say where a message depends on the scene: `line message | hint`, and the places that are related.

import { describe, expect, test } from "vitest";
import type { CheckOptions } from "../engine/prepare-check.ts";
import { fullScene, sceneWithoutCamera } from "../examples/full-scene.ts";
import { patchOf } from "../examples/patch-scene.ts";
import { find, matrix, order, patch, prim } from "../test-support/findings.ts";

type Row = readonly [title: string, source: string | Uint8Array, expected: readonly string[], options?: CheckOptions];

/** Returns `line:column-line:column message | hint (line:column related)` of the findings of a rule. */
function messages(rule: string, source: string | Uint8Array, options: CheckOptions): readonly string[] {
  return find(source as string, options)
    .filter((each) => each.rule === rule)
    .map(({ severity, start, end, message, hint, related }) => {
      const places = related.map((each) => ` (${each.start.line}:${each.start.column} ${each.message})`);
      const last = end.line === start.line ? end.column : `${end.line}:${end.column}`;
      return `${severity} ${start.line}:${start.column}-${last} ${message} | ${hint ?? ""}${places.join("")}`;
    });
}

function testRows(rule: string, options: CheckOptions, rows: readonly Row[]): void {
  describe(`the rule ${rule}`, () => {
    test.each(rows.map(([title, source, expected, own]) => ({ title, source, expected, own })))("$title", (row) => {
      expect(messages(rule, row.source, { ...options, ...row.own })).toEqual(row.expected);
    });
  });
}

const translate = "double3 xformOp:translate = (1, 2, 3)";
const xform = (...statements: string[]): string => fullScene(prim('def Xform "A"', ...statements));
const mesh = (...statements: string[]): string =>
  fullScene(prim('def Mesh "A" (\n    payload = @asset:/mesh/a@\n)', ...statements));
const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `int x${i}`);

testRows("attribute-ignored", {}, [
  [
    "one attribute",
    mesh(...names(1)),
    [
      'info 6:5-11 The service ignores "x0" of /A: not supported on Mesh prims. | Remove it, if nothing else reads the file.',
    ],
  ],
  [
    "two attributes",
    mesh(...names(2)),
    [
      'info 6:5-11 The service ignores "x0" and "x1" of /A: not supported on Mesh prims. | Remove them, if nothing else reads the file.',
    ],
  ],
  [
    "as many as are listed",
    mesh(...names(5)),
    [
      'info 6:5-11 The service ignores "x0", "x1", "x2", "x3" and "x4" of /A: not supported on Mesh prims. | Remove them, if nothing else reads the file.',
    ],
  ],
  [
    "more than are listed",
    mesh(...names(8)),
    [
      'info 6:5-11 The service ignores "x0", "x1", "x2", "x3", "x4" and 3 more of /A: not supported on Mesh prims. | Remove them, if nothing else reads the file.',
    ],
  ],
  [
    "an op that no order lists",
    xform(translate),
    [
      'info 4:5-42 "xformOp:translate" of /A has no effect: "xformOpOrder" does not list it. | Remove it, if nothing else reads the file.',
    ],
  ],
  [
    "ops that no order lists",
    xform(translate, "float3 xformOp:scale = (1, 1, 2)"),
    [
      'info 4:5-42 "xformOp:translate" and "xformOp:scale" of /A have no effect: "xformOpOrder" does not list them. | Remove them, if nothing else reads the file.',
    ],
  ],
  [
    "an op and another attribute",
    xform(translate, "int x"),
    [
      'info 4:5-42 The service ignores "xformOp:translate" and "x" of /A: not supported on Xform prims. | Remove them, if nothing else reads the file.',
    ],
  ],
  [
    "an op that an order lists, and one that it does not",
    xform(translate, "float3 xformOp:scale = (1, 1, 2)", order("xformOp:translate")),
    [
      'info 5:5-37 "xformOp:scale" of /A has no effect: "xformOpOrder" does not list it. | Remove it, if nothing else reads the file.',
    ],
  ],
  [
    "ops of a prim without a type",
    fullScene(prim('def "A"', matrix, order("xformOp:transform"))),
    [
      'info 4:5-92 The service ignores "xformOp:transform" and "xformOpOrder" of /A: prims without a type are not transformable. | Remove them, if nothing else reads the file.',
    ],
  ],
  [
    "an op and another attribute without a type",
    fullScene(prim('def "A"', matrix, "int x")),
    [
      'info 4:5-92 The service ignores "xformOp:transform" and "x" of /A: prims without a type have no supported attributes. | Remove them, if nothing else reads the file.',
    ],
  ],
  [
    "ops of a type that is not transformable",
    fullScene(prim('def RenderSettings "A"', matrix, "int2 resolution = (1, 1)")),
    [
      'info 4:5-92 The service ignores "xformOp:transform" of /A: RenderSettings prims are not transformable. | Remove it, if nothing else reads the file.',
    ],
  ],
  [
    "visibility of a mesh",
    mesh('token visibility = "invisible"'),
    [
      'warning 6:5-35 The service ignores "visibility" of /A, and draws what "visibility" hides in USD. | Write `active = false` into the metadata of the prim, or remove it, if it must not be drawn.',
    ],
  ],
  [
    "visibility that hides nothing",
    mesh('token visibility = "inherited"'),
    [
      'info 6:5-35 The service ignores "visibility" of /A: not supported on Mesh prims. | Remove it, if nothing else reads the file.',
    ],
  ],
  [
    "visibility of a container",
    xform('token visibility = "invisible"'),
    [
      'warning 4:5-35 The service ignores "visibility" of /A, and draws what "visibility" hides in USD. | Write `active = false` into the metadata of the prim, or remove it, if it must not be drawn.',
    ],
  ],
  [
    "visibility of a camera",
    fullScene(prim('def Camera "Main2"', 'token visibility = "invisible"')),
    [
      'info 4:5-35 The service ignores "visibility" of /Main2: not supported on Camera prims. | Remove it, if nothing else reads the file.',
    ],
  ],
  [
    "purpose of a guide",
    mesh('uniform token purpose = "guide"'),
    [
      'warning 6:5-36 The service ignores "purpose" of /A, and draws what "purpose" hides in USD. | Write `active = false` into the metadata of the prim, or remove it, if it must not be drawn.',
    ],
  ],
  [
    "purpose of a proxy",
    mesh('uniform token purpose = "proxy"'),
    [
      'warning 6:5-36 The service ignores "purpose" of /A, and draws what "purpose" hides in USD. | Write `active = false` into the metadata of the prim, or remove it, if it must not be drawn.',
    ],
  ],
  [
    "another purpose",
    mesh('uniform token purpose = "render"'),
    [
      'info 6:5-37 The service ignores "purpose" of /A: not supported on Mesh prims. | Remove it, if nothing else reads the file.',
    ],
  ],
  [
    "another attribute with such a value",
    mesh('token other = "guide"', 'token more = "invisible"'),
    [
      'info 6:5-26 The service ignores "other" and "more" of /A: not supported on Mesh prims. | Remove them, if nothing else reads the file.',
    ],
  ],
  [
    "a relationship",
    mesh("rel visibility = </A>"),
    [
      'info 6:5-26 The service ignores "visibility" of /A: not supported on Mesh prims. | Remove it, if nothing else reads the file.',
    ],
  ],
]);

const arcs = (metadata: string, body = ""): string => fullScene(`\ndef Xform "A" (\n    ${metadata}\n)\n{\n${body}}\n`);
const variants = '    variantSet "v" = {\n        "a" {\n        }\n    }\n';

testRows("composition-unsupported", {}, [
  [
    "variants without metadata",
    fullScene(`\ndef Xform "A"\n{\n${variants}}\n`),
    [
      'error 4:5-23 The service does not follow "variantSets" of /A. | Put what it brings in into this file, or upload it and name it in a payload.',
    ],
  ],
  [
    "variants with other metadata",
    arcs('doc = "a"', variants),
    [
      'error 6:5-23 The service does not follow "variantSets" of /A. | Put what it brings in into this file, or upload it and name it in a payload.',
    ],
  ],
  [
    "variants, the selection first",
    arcs('variants = {\n        string v = "a"\n    }\n    variantSets = "v"', variants),
    [
      'error 3:5-5:6 The service does not follow "variantSets" of /A. | Put what it brings in into this file, or upload it and name it in a payload.',
    ],
  ],
  [
    "variants, the sets first",
    arcs('variantSets = "v"\n    variants = {\n        string v = "a"\n    }', variants),
    [
      'error 3:5-22 The service does not follow "variantSets" of /A. | Put what it brings in into this file, or upload it and name it in a payload.',
    ],
  ],
  [
    "variants whose block begins with a carriage return",
    fullScene(`\ndef Xform "A"\n{\n${variants}}\n`).replaceAll("\n", "\r\n"),
    [
      'error 4:5-23 The service does not follow "variantSets" of /A. | Put what it brings in into this file, or upload it and name it in a payload.',
    ],
  ],
  [
    "a payload of a prim without a type",
    fullScene(prim('def "A" (\n    payload = @a@\n)')),
    [
      "warning 3:5-18 /A has no type: the service draws payloads only on prims of type Mesh and ParticleField3DGaussianSplat. | Give the prim one of these types.",
    ],
  ],
  [
    "a payload of a prim of another type",
    arcs("payload = @a@"),
    [
      'warning 3:5-18 /A has the type "Xform": the service draws payloads only on prims of type Mesh and ParticleField3DGaussianSplat. | Give the prim one of these types.',
    ],
  ],
]);

testRows("duplicate-field", { profile: "usda" }, [
  [
    "metadata",
    "#usda 1.0\n(\n    startTimeCode = 1\n    startTimeCode = 2\n)\n",
    [
      'warning 4:5-22 "startTimeCode" is authored twice here; this one wins. | Remove one of the two. (3:5 authored here first)',
    ],
  ],
  [
    "a comment that is documentation",
    '#usda 1.0\n(\n    "one"\n    "two"\n)\n',
    [
      'warning 4:5-10 "comment" is authored twice here; this one wins. | Remove one of the two. (3:5 authored here first)',
    ],
  ],
  [
    "edits of one list in two spellings",
    '#usda 1.0\ndef "A" (\n    prepend  apiSchemas = ["A"]\n    prepend apiSchemas = ["B"]\n)\n{\n}\n',
    [
      'warning 4:5-31 "apiSchemas" is authored twice here; this one wins. | Remove one of the two. (3:5 authored here first)',
    ],
  ],
  [
    "edits of one list",
    '#usda 1.0\ndef "A" (\n    prepend apiSchemas = ["A"]\n    append apiSchemas = ["B"]\n)\n{\n}\n',
    [],
  ],
  [
    "values",
    '#usda 1.0\ndef "A"\n{\n    custom int x=1\n    custom int x = 2\n}\n',
    ['warning 5:5-21 "x" is authored twice here; this one wins. | Remove one of the two. (4:5 authored here first)'],
  ],
  [
    "a value and samples",
    '#usda 1.0\ndef "A"\n{\n    int x = 1\n    int x.timeSamples = { 1: 2 }\n    int x.connect = </A.y>\n}\n',
    [],
  ],
  [
    "samples",
    '#usda 1.0\ndef "A"\n{\n    int x.timeSamples = { 1: 2 }\n    int x.timeSamples = { 1: 2 }\n}\n',
    [
      'warning 5:5-33 "x.timeSamples" is authored twice here; this one wins. | Remove one of the two. (4:5 authored here first)',
    ],
  ],
  ["a declaration and a value", '#usda 1.0\ndef "A"\n{\n    int x\n    int x = 1\n}\n', []],
  [
    "edits of targets",
    '#usda 1.0\ndef "A"\n{\n    prepend rel x = </A>\n    append  rel x = </A>\n    prepend custom rel x = </A>\n}\n',
    ['warning 6:5-32 "x" is authored twice here; this one wins. | Remove one of the two. (4:5 authored here first)'],
  ],
  [
    "a value with metadata that has an equals sign",
    '#usda 1.0\ndef "A"\n{\n    int x (\n        doc = "x = 1"\n    )\n    int x = 1\n}\n',
    [],
  ],
]);

const pointing = (target: string, body = "\n"): string =>
  fullScene(body).replace("int2 resolution", `rel camera = ${target}\n        int2 resolution`);

testRows("camera-relationship", {}, [
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

testRows("mesh-id-known", { assets: new Set(["chair-01"]) }, [
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

testRows("name-misspelled", {}, [
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

testRows("scene-empty", { rules: { "scene-empty": "error" } }, [
  [
    "no mesh",
    xform(),
    [
      'error 1:1-1 The scene has nothing to draw: no prim of type Mesh or ParticleField3DGaussianSplat. | Add a mesh:\ndef Mesh "Thing" (\n    payload = @asset:/mesh/<mesh id>@\n)\n{\n}',
    ],
  ],
  ["a mesh whose type is misspelled", fullScene(prim('def Mehs "A"')), []],
  [
    "a container whose type is misspelled",
    fullScene(prim('def Xfrom "A"')),
    [
      'error 1:1-1 The scene has nothing to draw: no prim of type Mesh or ParticleField3DGaussianSplat. | Add a mesh:\ndef Mesh "Thing" (\n    payload = @asset:/mesh/<mesh id>@\n)\n{\n}',
    ],
  ],
  [
    "an unknown type",
    fullScene(prim('def Blob "A"')),
    [
      'error 1:1-1 The scene has nothing to draw: no prim of type Mesh or ParticleField3DGaussianSplat. | Add a mesh:\ndef Mesh "Thing" (\n    payload = @asset:/mesh/<mesh id>@\n)\n{\n}',
    ],
  ],
]);

const bom = (text: string): Uint8Array => new TextEncoder().encode(`\ufeff${text}`);

testRows("usda-encoding", { profile: "usda" }, [
  [
    "a byte order mark",
    bom("#usda 1.0\n"),
    ["error 1:1-2 The text begins with a byte order mark. | Save the file as UTF-8 without a byte order mark (BOM)."],
  ],
  [
    "a byte order mark and another byte",
    Uint8Array.of(...bom('#usda 1.0\n(\n    "'), 0xff, ...new TextEncoder().encode('"\n)\n')),
    ["error 1:1-2 The text begins with a byte order mark. | Save the file as UTF-8 without a byte order mark (BOM)."],
  ],
  [
    "a damaged first byte",
    Uint8Array.of(0xff, ...new TextEncoder().encode("#usda 1.0\n")),
    ["error 1:1-3 The byte 0xff is not valid UTF-8 here. | Save the file as UTF-8."],
  ],
]);

testRows("xform-op-order", {}, [
  [
    "a matrix without an order",
    xform(matrix),
    [
      'warning 4:5-92 "xformOp:transform" of /A is not in "xformOpOrder": USD passes over it, the service does not. | Write uniform token[] xformOpOrder = ["xformOp:transform"].',
    ],
  ],
  [
    "a matrix that an empty order leaves out",
    xform(matrix, order()),
    [
      'warning 4:5-92 "xformOp:transform" of /A is not in "xformOpOrder": USD passes over it, the service does not. | Write uniform token[] xformOpOrder = ["xformOp:transform"].',
    ],
  ],
  [
    "a matrix that the order lists after a reset",
    xform(matrix, order("!resetXformStack!", "xformOp:transform")),
    [
      'warning 5:5-77 "xformOpOrder" of /A lists "!resetXformStack!": the prim does not move with those above it. | The service recommends an order of "xformOp:transform" alone: move the prim to the root, or write the matrix for its parents.',
    ],
  ],
  [
    "an entry that is not authored",
    xform(matrix, order("xformOp:translate", "xformOp:transform")),
    [
      'warning 5:5-77 "xformOpOrder" of /A lists "xformOp:translate", which is not authored. | Author "xformOp:translate", or take it out of the order.',
    ],
  ],
  [
    "a matrix next to an order of another op",
    xform(matrix, translate, order("xformOp:translate")),
    [
      'warning 4:5-92 "xformOp:transform" of /A is not in "xformOpOrder": USD passes over it, the service does not. | Write uniform token[] xformOpOrder = ["xformOp:transform"].',
    ],
  ],
  [
    "an order without a value",
    xform(matrix, "uniform token[] xformOpOrder"),
    [
      'warning 4:5-92 "xformOp:transform" of /A is not in "xformOpOrder": USD passes over it, the service does not. | Write uniform token[] xformOpOrder = ["xformOp:transform"].',
    ],
  ],
  [
    "an order that is blocked",
    xform(matrix, "uniform token[] xformOpOrder = None"),
    [
      'warning 4:5-92 "xformOp:transform" of /A is not in "xformOpOrder": USD passes over it, the service does not. | Write uniform token[] xformOpOrder = ["xformOp:transform"].',
    ],
  ],
  ["an order that is a relationship", xform(matrix, "rel xformOpOrder = </A>"), []],
  [
    "an order alone",
    xform(order("xformOp:transform")),
    [
      'warning 4:5-57 "xformOpOrder" of /A lists "xformOp:transform", which is not authored. | Author "xformOp:transform", or take it out of the order.',
    ],
  ],
]);

testRows("patch-camera-only", patch, [
  [
    "an attribute that cameras do not have",
    patchOf("Main", "int x = 1"),
    [
      'error 6:9-18 The service ignores "x" of /World/Main: a patch changes camera attributes alone. | Remove it, or begin a new session with it.',
    ],
  ],
  [
    "a prim of another type",
    patchOf("Chair", "float fStop = 1"),
    [
      'error 4:5-17 /World/Chair is not a Camera: its type is "Mesh", and a patch changes the camera alone. | Name a camera of the scene.',
    ],
  ],
  [
    "a prim without a type",
    `#usda 1.0\nover "World"\n{\n    float fStop = 1\n}\n`,
    [
      'error 2:1-13 /World is not a Camera: its type is "Xform", and a patch changes the camera alone. | Name a camera of the scene.',
    ],
  ],
  ["a prim whose type is misspelled", patchOf("New", "float fStop = 1").replace('over "New"', 'over Camrea "New"'), []],
  [
    "metadata",
    patchOf("Main", "float fStop = 1", " (\n        active = false\n    )"),
    [
      'error 5:9-23 The service ignores "active" of /World/Main: a patch changes camera attributes alone. | Remove it, or begin a new session with it.',
    ],
  ],
  [
    "a payload",
    patchOf("Chair", "", " (\n        payload = @a@\n    )"),
    [
      "error 5:9-22 The service ignores the payload of /World/Chair: a patch changes camera attributes alone. | Remove it, or begin a new session with it.",
    ],
  ],
  ["misspelled metadata", patchOf("Main", "float fStop = 1", ' (\n        documentaton = "a"\n    )'), []],
  [
    "unknown metadata",
    patchOf("Main", "float fStop = 1", ' (\n        studio = "a"\n    )'),
    [
      'error 5:9-21 The service ignores "studio" of /World/Main: a patch changes camera attributes alone. | Remove it, or begin a new session with it.',
    ],
  ],
  [
    "metadata of a prim of the definition",
    patchOf("Main", "float fStop = 1").replace(
      "{\n    over",
      '{\n    def Xform "X" (\n        active = false\n    )\n    {\n    }\n\n    over',
    ),
    [],
  ],
]);

testRows("patch-path", patch, [
  [
    "a name that is nearly one of the scene",
    patchOf("Mian", "float fStop = 1"),
    [
      'error 4:5-16 The scene has no prim /World/Mian: the service ignores what the patch authors on it. | Did you mean "/World/Main"?',
    ],
  ],
  [
    "another name",
    patchOf("Zzzzzz", "float fStop = 1"),
    [
      "error 4:5-18 The scene has no prim /World/Zzzzzz: the service ignores what the patch authors on it. | Name a prim of the scene.",
    ],
  ],
  [
    "what is below an absent prim",
    `#usda 1.0\nover "Zzzzzz"\n{\n    over "Main"\n    {\n        over "Main"\n        {\n            float fStop = 1\n        }\n    }\n}\n`,
    [
      "error 2:1-14 The scene has no prim /Zzzzzz: the service ignores what the patch authors on it. | Name a prim of the scene.",
    ],
  ],
  ["an empty patch without a scene", "#usda 1.0\n", [], { base: undefined }],
  [
    "a patch without a scene",
    patchOf("Main", "float fStop = 1"),
    [
      "info 1:1-1 The paths of the patch were not checked, as the scene that it belongs to is not known. | Name that scene: --base SCENE",
    ],
    { base: undefined },
  ],
]);

testRows("default-prim-exists", {}, [
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
  expect(suggestions(messages("mesh-id-known", fullScene(meshes), { assets: new Set(["chair-01"]) }))).toEqual(
    expected,
  );
  const base = many((i) => `def "AA${i}"\n{\n}\n`);
  expect(suggestions(messages("patch-path", `#usda 1.0\n${overs}`, { ...patch, base: `#usda 1.0\n${base}` }))).toEqual(
    expected,
  );
});
