import { readScene } from "@usdkit/service-scene";
import { parseUsda } from "@usdkit/usda";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cameraMoveOf,
  cameraMoveSchema,
  cameraSpaceOf,
  finiteOrText,
  movedPose,
  type CameraMove,
} from "./camera-move.ts";

const at = (x: number, y: number, z: number): string =>
  `matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (${x}, ${y}, ${z}, 1) )`;

const sceneText = `#usda 1.0
def Xform "World"
{
    ${at(10, 20, 30)}
    uniform token[] xformOpOrder = ["xformOp:transform"]
    def Camera "Main"
    {
    }
}
`;

function moveOf(body: string, name = "Main"): CameraMove {
  const { layer } = parseUsda(`#usda 1.0\nover "World"\n{\n    over "${name}"\n    {\n${body}\n    }\n}\n`);
  const move = cameraMoveOf(layer, readScene(layer, { form: "patch" }));
  if (move === null) throw new Error("no camera");
  return move;
}

const space = cameraSpaceOf(parseUsda(sceneText).layer);

describe("a camera patch", () => {
  test("moves the camera in the space of the scene's parents", () => {
    const { worldMatrix } = movedPose({}, moveOf(at(1, 2, 3)), space);
    expect(worldMatrix?.slice(12)).toEqual([11, 22, 33, 1]);
  });

  test("accumulates: only authored values change", () => {
    const first = movedPose({}, moveOf("float focalLength = 80"), space);
    const second = movedPose(first, moveOf(at(1, 0, 0)), space);
    expect(second).toMatchObject({ focalLength: 80 });
    expect(movedPose(second, moveOf("float focalLength = 20"), space)).toEqual({ ...second, focalLength: 20 });
    expect(second).not.toHaveProperty("horizontalAperture");
  });

  test("names one of the cameras of the scene", () => {
    const text =
      '#usda 1.0\ndef Camera "A"\n{\n}\ndef Mesh "M"\n{\n}\ndef Xform "X"\n{\n    def Camera "B"\n    {\n    }\n}\n';
    expect(cameraSpaceOf(parseUsda(text).layer)).toMatchObject({ path: "/A", cameras: ["/A", "/X/B"] });
    const many = Array.from({ length: 1200 }, (_, i) => `def Camera "C${i}"\n{\n}\n`).join("");
    expect(cameraSpaceOf(parseUsda(`#usda 1.0\n${many}`).layer)?.cameras).toHaveLength(1000);
  });

  test("of another prim, or of a scene without camera, changes nothing", () => {
    const move = moveOf("float focalLength = 80", "Other");
    expect(movedPose({ fStop: 2 }, move, space)).toEqual({ fStop: 2 });
    expect(movedPose({}, moveOf("float focalLength = 80"), null)).toEqual({});
    expect(cameraSpaceOf(parseUsda('#usda 1.0\ndef Xform "A"\n{\n}\n').layer)).toBeNull();
  });

  test("survives serialization, including non-finite numbers", () => {
    const number = fc.double().map((value) => value + 0);
    const lens = fc.record(
      {
        focalLength: number,
        fStop: number,
        clippingRange: fc.tuple(number, number),
        projection: fc.constant("perspective"),
      },
      { requiredKeys: [] },
    );
    const matrix = fc.option(fc.array(number, { minLength: 16, maxLength: 16 }));
    fc.assert(
      fc.property(fc.record({ path: fc.string(), lens, matrix }), (move) => {
        expect(cameraMoveSchema.parse(JSON.parse(JSON.stringify(move, finiteOrText)))).toEqual(move);
      }),
    );
  });
});
