// What findings about the content of a scene say.

import { fullScene } from "../examples/full-scene.ts";
import { matrix, order, prim } from "../test-support/findings.ts";
import { testMessages } from "../test-support/rule-messages.ts";

const translate = "double3 xformOp:translate = (1, 2, 3)";
const xform = (...statements: string[]): string => fullScene(prim('def Xform "A"', ...statements));
const mesh = (...statements: string[]): string =>
  fullScene(prim('def Mesh "A" (\n    payload = @asset:/mesh/a@\n)', ...statements));
const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `int x${i}`);
const variants = '    variantSet "v" = {\n        "a" {\n        }\n    }\n';
const arcs = (metadata: string, body = ""): string => fullScene(`\ndef Xform "A" (\n    ${metadata}\n)\n{\n${body}}\n`);

testMessages("attribute-ignored", {}, [
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

testMessages("composition-unsupported", {}, [
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

testMessages("scene-empty", { rules: { "scene-empty": "error" } }, [
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

testMessages("xform-op-order", {}, [
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
