// What the catalogue decides where the specification is silent, one test a sentence.
import { describe, expect, test } from "vitest";
import { fullScene, sceneWithoutCamera } from "../examples/full-scene.ts";
import { baseScene, patchOf } from "../examples/patch-scene.ts";
import { find, found, levels, matrix, order, patch, prim } from "../test-support/findings.ts";

describe("location of a finding", () => {
  test("about an attribute: its statement", () => {
    const source = fullScene("\n").replace(
      "float focalLength = 35",
      'float focalLength (\n        doc = "lens"\n    )\n    float focalLength = 0',
    );
    expect(found(source)).toEqual(["camera-range 8"]);
  });
  test("about metadata: its entry", () => {
    const source = fullScene(prim('def Mesh "A" (\n    doc = "a"\n    payload = [\n        @x@\n    ]\n)'));
    expect(found(source)).toEqual(["payload-form 4"]);
  });
  test("about a prim: its specifier", () => {
    expect(found(fullScene(prim('# a comment\ndef Sphere "A" (\n    doc = "a"\n)')))).toEqual(["prim-type-ignored 3"]);
  });
  test("about the file: line 1 and /", () => {
    const [finding] = find(sceneWithoutCamera("\n"));
    expect(finding).toMatchObject({
      rule: "camera-present",
      start: { line: 1, column: 1 },
      primPath: "/",
      property: null,
    });
  });
  test("property and path are named", () => {
    const [finding] = find(fullScene("\n").replace("= 35", "= 0"));
    expect(finding).toMatchObject({ primPath: "/Main", property: "focalLength" });
  });
});

describe("number of findings", () => {
  test("cameras and RenderSettings: one for each further one", () => {
    const camera = prim('def Camera "A"') + prim('def Camera "B"');
    expect(found(fullScene(camera))).toEqual(["camera-first 6", "camera-first 10"]);
  });
  test("ops: one per prim, at the first op", () => {
    const source = fullScene(
      prim(
        'def Xform "A"',
        "float3 xformOp:scale = (1, 1, 2)",
        "double3 xformOp:translate = (1, 2, 3)",
        order("xformOp:translate", "xformOp:scale"),
      ),
    );
    expect(found(source)).toEqual(["xform-op-supported 4"]);
  });
  test("the topmost prim of a branch", () => {
    expect(
      found(fullScene('\nclass "A"\n{\n    class "B"\n    {\n    }\n\n    def Sphere "C"\n    {\n    }\n}\n')),
    ).toEqual(["scene-def 2"]);
    const branch = 'over "X"\n{\n    over "Y"\n    {\n        float fStop = 1\n    }\n}\n';
    expect(found(`#usda 1.0\n${branch}`, patch)).toEqual(["patch-path 2"]);
  });
  test("one for each arc kind of a prim", () => {
    const source = fullScene(
      prim('def Xform "A" (\n    prepend references = @a@\n    append references = @b@\n    specializes = </Main>\n)'),
    );
    expect(levels(source)).toEqual(["composition-unsupported error", "composition-unsupported warning"]);
  });
  test("one per material; bindings are not reported in addition", () => {
    const bound = prim('def Xform "A"', "rel material:binding = </M>", "rel material:binding:preview = </M>");
    expect(found(fullScene(bound))).toEqual(["material-network-unsupported 4"]);
    expect(found(fullScene(bound + prim('def Material "M"')))).toEqual(["material-network-unsupported 8"]);
  });
  test("a misspelled name, without the findings that follow from it", () => {
    const payload = "payload = @asset:/mesh/a@";
    expect(found(fullScene(prim(`def Mehs "A" (\n    ${payload}\n)`, "int x = 1", matrix)))).toEqual([
      "name-misspelled 2",
    ]);
    expect(found(fullScene(prim(`def Mesh "A" (\n    pay${"load".toUpperCase()} = @asset:/mesh/a@\n)`)))).toEqual([
      "name-misspelled 3",
    ]);
    expect(found(fullScene("\n").replace("def Camera", "def Camrea"))).toEqual(["name-misspelled 3"]);
    expect(found(fullScene("\n").replace("def Scope", "def Scoep"))).toEqual(["name-misspelled 8"]);
    expect(
      found(fullScene(prim('def Xform "A"', matrix.replace("transform", "tranform"), order("xformOp:transform")))),
    ).toEqual(["name-misspelled 4"]);
    expect(found(patchOf("Main", "float focalLenght = 50"), patch)).toEqual(["name-misspelled 6"]);
  });
  test("a misspelled resolution is the reason why the job is rejected", () => {
    expect(levels(fullScene("\n").replace("int2 resolution", "int2 resolutoin"))).toEqual(["name-misspelled error"]);
    expect(levels(fullScene("\n").replace("def RenderSettings", "def RenderSetting"))).toEqual([
      "name-misspelled error",
    ]);
  });
  test("a resolution of the wrong type gets only attribute-type", () => {
    expect(found(fullScene("\n").replace("int2", "float2"))).toEqual(["attribute-type 12"]);
    expect(found(fullScene("\n").replace("int2", "int3").replace("720", "720, 1"))).toEqual(["attribute-type 12"]);
  });
});

describe("traversal", () => {
  test("inactive subtrees are skipped", () => {
    const hidden =
      '\ndef Xform "A" (\n    active = false\n)\n{\n    def Camera "B"\n    {\n    }\n\n    def Sphere "C"\n    {\n    }\n}\n';
    expect(found(fullScene(hidden))).toEqual([]);
  });
  test("reorder is applied, depth first", () => {
    const source = sceneWithoutCamera(
      '\nreorder rootPrims = ["B", "A"]\ndef Camera "A"\n{\n}\n\ndef Xform "B"\n{\n    def Camera "C"\n    {\n    }\n}\n',
    );
    expect(find(source).map(({ rule, primPath }) => `${rule} ${primPath}`)).toEqual(["camera-first /A"]);
  });
  test("the content of variants is skipped", () => {
    const variants =
      '\n    variantSet "v" = {\n        "x" {\n            def Camera "B"\n            {\n            }\n        }\n    }\n';
    expect(found(fullScene(`\ndef Xform "A"\n{${variants}}\n`))).toEqual(["composition-unsupported 4"]);
  });
  test("a def without a type is a container", () => {
    expect(
      found(fullScene('\ndef "A"\n{\n    def Mesh "B" (\n        payload = @asset:/mesh/a@\n    )\n    {\n    }\n}\n')),
    ).toEqual([]);
  });
  test("a subtree of an ignored type is still searched", () => {
    const source = sceneWithoutCamera(
      '\ndef Sphere "A"\n{\n    def Camera "B"\n    {\n        float fStop = -1\n    }\n}\n',
    );
    expect(found(source)).toEqual(["prim-type-ignored 2", "camera-range 6"]);
  });
  test("a camera that is not a def is not used, and not reported as missing either", () => {
    expect(found(fullScene("\n").replace("def Camera", "over Camera"))).toEqual(["scene-def 3"]);
    const pointing = fullScene("\n").replace("int2", "rel camera = </Main>\n        int2");
    expect(found(pointing.replace("def Camera", "class Camera"))).toEqual(["scene-def 3"]);
  });
});

describe("transforms", () => {
  test("the matrix of an ignored type has no effect, which its finding mentions", () => {
    const [finding] = find(fullScene(prim('def Sphere "A"', matrix, order("xformOp:transform"))));
    expect(finding.message).toMatch(/its matrix moves nothing/);
    const [without] = find(fullScene(prim('def Sphere "A"')));
    expect(without.message).not.toMatch(/matrix/);
  });
  test("a reset is reported by xform-op-order", () => {
    const source = fullScene(prim('def Xform "A"', matrix, order("!resetXformStack!", "xformOp:transform")));
    expect(found(source)).toEqual(["xform-op-order 5"]);
  });
  test("an inverted matrix is an op like any other", () => {
    const source = fullScene(prim('def Xform "A"', matrix, order("!invert!xformOp:transform")));
    expect(found(source)).toEqual(["xform-op-supported 5"]);
  });
  test("an op that no order lists has no effect", () => {
    const translate = "double3 xformOp:translate = (1, 2, 3)";
    expect(found(fullScene(prim('def Xform "A"', translate)))).toEqual(["attribute-ignored 4"]);
    const source = fullScene(prim('def Xform "A"', translate, matrix, order("xformOp:transform")));
    expect(found(source)).toEqual(["attribute-ignored 4"]);
    // The reference drops the entries before a reset.
    const reset = fullScene(
      prim('def Xform "A"', translate, matrix, order("xformOp:translate", "!resetXformStack!", "xformOp:transform")),
    );
    expect(found(reset)).toEqual(["attribute-ignored 4", "xform-op-order 6"]);
  });
  test("an entry without an op", () => {
    const source = fullScene(prim('def Xform "A"', matrix, order("xformOp:translate", "xformOp:transform")));
    expect(found(source)).toEqual(["xform-op-order 5"]);
  });
  test("a missing uniform on the order is attribute-type", () => {
    const source = fullScene(prim('def Xform "A"', matrix, order("xformOp:transform").replace("uniform ", "")));
    expect(found(source)).toEqual(["attribute-type 5"]);
  });
  test("an order that is not a list of tokens is only attribute-type", () => {
    const source = fullScene(prim('def Xform "A"', matrix, 'uniform string[] xformOpOrder = ["xformOp:transform"]'));
    expect(found(source)).toEqual(["attribute-type 5"]);
  });
  test("a matrix of another type is only attribute-type", () => {
    const source = fullScene(
      prim(
        'def Xform "A"',
        "matrix3d xformOp:transform = ( (1, 0, 0), (0, 1, 0), (0, 0, 0) )",
        order("xformOp:transform"),
      ),
    );
    expect(found(source)).toEqual(["attribute-type 4"]);
  });
});

describe("patches", () => {
  test("the counterpart of an order may be in the base", () => {
    const placed = baseScene.replace("float focalLength = 35", `${matrix}\n        ${order("xformOp:transform")}`);
    expect(found(patchOf("Main", matrix), { ...patch, base: placed })).toEqual([]);
    expect(found(patchOf("Main", matrix), patch)).toEqual(["xform-op-order 6"]);
    expect(found(patchOf("Main", order("xformOp:transform")), patch)).toEqual(["xform-op-order 6"]);
  });
  test("without a base the order is not reported, and the paths are not checked", () => {
    expect(levels(patchOf("Main", matrix), { profile: "patch" })).toEqual(["patch-path info"]);
    expect(levels(patchOf("Main", order("xformOp:transform")), { profile: "patch" })).toEqual(["patch-path info"]);
  });
  test("an unsupported op is not also patch-camera-only", () => {
    const source = patchOf("Main", `double3 xformOp:translate = (1, 2, 3)\n        ${order("xformOp:translate")}`);
    expect(found(source, patch)).toEqual(["xform-op-supported 6"]);
    // The order may be that of the base.
    expect(found(patchOf("Main", "double3 xformOp:translate = (1, 2, 3)"), { profile: "patch" })).toEqual([
      "patch-path 1",
      "xform-op-supported 6",
    ]);
  });
  test("a resolution and custom attributes are patch-camera-only", () => {
    const source = patchOf("Main", "float fStop = 1\n        int2 resolution = (9000, 1)\n        custom int x = 1");
    expect(found(source, patch)).toEqual(["patch-camera-only 7", "patch-camera-only 8"]);
  });
  test("a prim that is not a camera, with a base and by its own type", () => {
    expect(found(patchOf("Chair", matrix), patch)).toEqual(["patch-camera-only 4", "xform-op-order 6"]);
    const typed = patchOf("Chair", "float fStop = 1").replace('over "Chair"', 'over Mesh "Chair"');
    expect(found(typed, { profile: "patch" })).toContain("patch-camera-only 4");
  });
  test("a payload and an arc", () => {
    const payload = patchOf("Chair", "", " (\n        payload = @asset:/mesh/b@\n    )");
    expect(found(payload, patch)).toEqual(["patch-camera-present 1", "patch-camera-only 5"]);
    const arc = patchOf("Main", "float fStop = 1", " (\n        references = @b@\n    )");
    expect(found(arc, patch)).toEqual(["composition-unsupported 5"]);
  });
  test("a def in a patch is only patch-over", () => {
    const source = patchOf("Main", "float fStop = 1").replace('over "Main"', 'def Camera "New"');
    expect(found(source, patch)).toEqual(["patch-over 4"]);
  });
  test("a patch that hides a prim", () => {
    const source = patchOf("Main", "float fStop = 1", " (\n        active = false\n    )");
    expect(found(source, patch)).toEqual(["patch-camera-only 5"]);
  });
  test("the first over of a camera is used, by type and base", () => {
    const both = `${patchOf("Main", "float fStop = 1").slice(0, -2)}\n    over "Chair"\n    {\n        float fStop = 1\n    }\n}\n`;
    expect(found(both, patch)).toEqual(["patch-camera-only 9"]);
  });
  test("patch paths are compared exactly, and the closest is suggested", () => {
    const [finding] = find(patchOf("main", "float fStop = 1"), patch);
    expect(finding).toMatchObject({ rule: "patch-path", hint: 'Did you mean "/World/Main"?' });
  });
});

describe("resolution", () => {
  const withCamera = fullScene("\n")
    .replace("        int2 resolution = (1280, 720)\n", "")
    .replace("float focalLength = 35", "int2 resolution = (640, 480)");
  test("int2 and uniform int2", () => {
    expect(found(fullScene("\n").replace("int2", "uniform int2"))).toEqual([]);
    expect(found(fullScene("\n").replace("int2", "Vec2i"))).toEqual([]);
  });
  test("the camera's resolution is used if the first RenderSettings have none", () => {
    expect(found(withCamera)).toEqual(["resolution-fallback 5"]);
    expect(found(withCamera.replace("640", "6400"))).toEqual(
      ["resolution-limit 5", "resolution-fallback 5"].toSorted().toReversed(),
    );
    expect(found(withCamera, { profile: "realtime" })).toEqual([]);
  });
  test("later RenderSettings are ignored", () => {
    const later = `${withCamera}\ndef RenderSettings "B"\n{\n    int2 resolution = (9000, 1)\n}\n`;
    expect(found(later)).toEqual(["resolution-fallback 5", "render-settings-first 15"]);
  });
  test("a camera's resolution in addition to that of RenderSettings is not reported", () => {
    expect(found(fullScene("\n").replace("float focalLength = 35", "int2 resolution = (9000, 9000)"))).toEqual([]);
  });
  test("a value of None", () => {
    expect(found(fullScene("\n").replace("(1280, 720)", "None"))).toEqual(["resolution-required 10"]);
    const samples = "int2 resolution.timeSamples = {\n            0: (1, 1),\n        }";
    expect(found(fullScene("\n").replace("int2 resolution = (1280, 720)", samples))).toEqual([
      "resolution-required 10",
      "time-samples-ignored 12",
    ]);
  });
  test("a legacy resolution of another type is only attribute-type", () => {
    expect(found(withCamera.replace("int2", "float2"))).toEqual(["attribute-type 5"]);
  });
});
