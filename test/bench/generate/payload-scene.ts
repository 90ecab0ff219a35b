const HEAD =
  `#usda 1.0\n(\n    defaultPrim = "World"\n)\n\ndef Xform "World"\n{\n    def Camera "Main"\n    {\n` +
  `        float focalLength = 35\n    }\n\n`;
const TAIL =
  `}\n\ndef Scope "Render"\n{\n    def RenderSettings "Settings"\n    {\n        rel camera = </World/Main>\n` +
  `        int2 resolution = (1920, 1080)\n    }\n}\n`;

/** A scene of the service with nothing wrong in it, of about `size` bytes: 5 MB are 20,000 meshes by payload, each in its place. */
export function payloadScene(size: number): Buffer {
  let text = HEAD;
  for (let item = 0; text.length < size; item++) {
    text +=
      `    def Mesh "Mesh_${item}" (\n        payload = @asset:/mesh/item-${item}@</mesh>\n    )\n    {\n` +
      `        matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), ` +
      `(${item % 100}, 0, ${Math.trunc(item / 100)}, 1) )\n` +
      `        uniform token[] xformOpOrder = ["xformOp:transform"]\n    }\n\n`;
  }
  return Buffer.from(text + TAIL);
}
