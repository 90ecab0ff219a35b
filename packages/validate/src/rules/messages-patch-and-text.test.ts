// What findings about patches and about the text say.

import { patchOf } from "../examples/patch-scene.ts";
import { patch } from "../test-support/findings.ts";
import { testMessages } from "../test-support/rule-messages.ts";

const bom = (text: string): Uint8Array => new TextEncoder().encode(`\ufeff${text}`);

testMessages("duplicate-field", { profile: "usda" }, [
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

testMessages("usda-encoding", { profile: "usda" }, [
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

testMessages("patch-camera-only", patch, [
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

testMessages("patch-path", patch, [
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
