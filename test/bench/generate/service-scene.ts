import { Random } from "./random.ts";

/** A scene as the rendering service takes it, of about `size` bytes: items by payload, a camera, render settings. */
export function serviceScene(size: number): Buffer {
  const random = new Random(size);
  const number = (): string => ((random.below(20_001) - 10_000) / 1000).toString();
  const tail =
    `    def Camera "Main"\n    {\n        float2 clippingRange = (0.1, 1000)\n        float focalLength = 35\n` +
    `        float focusDistance = 4.5\n        float fStop = 2.8\n        float horizontalAperture = 36\n` +
    `        token projection = "perspective"\n        float verticalAperture = 20.25\n` +
    `        matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1.6, 6, 1) )\n` +
    `        uniform token[] xformOpOrder = ["xformOp:transform"]\n    }\n}\n\n` +
    `def Scope "Render"\n{\n    def RenderSettings "Settings"\n    {\n        rel camera = </World/Main>\n` +
    `        int2 resolution = (1920, 1080)\n    }\n}\n`;
  let text = `#usda 1.0\n(\n    defaultPrim = "World"\n    doc = "A furnished room"\n)\n\ndef Xform "World"\n{\n`;
  for (let item = 0; text.length + tail.length < size - 300; item++) {
    text +=
      `    def Xform "Item_${item}"\n    {\n        matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), ` +
      `(${number()}, ${number()}, ${number()}, 1) )\n        uniform token[] xformOpOrder = ["xformOp:transform"]\n\n` +
      `        def Mesh "Mesh" (\n            payload = @asset:/mesh/item-${item}@</mesh>\n        )\n        {\n        }\n    }\n\n`;
  }
  return Buffer.from(text + tail);
}
