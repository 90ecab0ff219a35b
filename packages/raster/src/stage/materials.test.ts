import { memoryResolver, Stage } from "@usdkit/usd";
import { expect, test } from "vitest";
import { encodePng } from "@usdkit/assets";
import { prepareStage } from "./prepare-stage.ts";
import type { PreparedStage } from "./prepared-stage.ts";

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

/** Red and green above, blue and white below; the white one is transparent. */
const png = await encodePng({
  width: 2,
  height: 2,
  data: Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 0),
});

const SQUARE = `
    uniform token subdivisionScheme = "none"
    point3f[] points = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]
    int[] faceVertexCounts = [4]
    int[] faceVertexIndices = [0, 1, 2, 3]
    texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1), (0, 1)] (
        interpolation = "vertex"
    )
`;

/** A material with some inputs of its surface, and some of its texture. */
function material(name: string, surface: string, texture = ""): string {
  return `
def Material "${name}"
{
    token outputs:surface.connect = </${name}/Surface.outputs:surface>
    def Shader "Surface"
    {
        uniform token info:id = "UsdPreviewSurface"
        ${surface}
        token outputs:surface
    }
    def Shader "Image"
    {
        uniform token info:id = "UsdUVTexture"
        asset inputs:file = @textures/four.png@
        float2 inputs:st.connect = </${name}/Coordinates.outputs:result>
        ${texture}
        float3 outputs:rgb
        float outputs:a
    }
    def Shader "Coordinates"
    {
        uniform token info:id = "UsdPrimvarReader_float2"
        string inputs:varname = "st"
        float2 outputs:result
    }
}
`;
}

const TEXTURED = "color3f inputs:diffuseColor.connect = </Paint/Image.outputs:rgb>";

const bound = (name: string): string => `def Mesh "Square" (
    prepend apiSchemas = ["MaterialBindingAPI"]
)
{
    rel material:binding = </${name}>
    ${SQUARE}
}
`;

async function open(layer: string, more: readonly (readonly [string, Uint8Array])[] = []): Promise<PreparedStage> {
  const files = new Map([["set/root.usda", text(`#usda 1.0\n${layer}`)], ["set/textures/four.png", png], ...more]);
  return prepareStage(await Stage.open("set/root.usda", { resolver: memoryResolver(files) }));
}

/** The strongest channel in the middle of each quarter: upper left, upper right, lower left, lower right. */
async function quarters(scene: PreparedStage): Promise<string> {
  const camera = {
    worldMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 10, 1],
    projection: "orthographic",
    horizontalAperture: 20,
    verticalAperture: 20,
    clippingRange: [1, 100],
  } as const;
  const { data } = await scene.render({ width: 32, height: 32, camera });
  return [
    [8, 8],
    [24, 8],
    [8, 24],
    [24, 24],
  ]
    .map(([x, y]) => {
      const [r, g, b, a] = data.subarray(4 * (32 * y + x), 4 * (32 * y + x) + 4);
      if (a < 128) return ".";
      const strongest = Math.max(r, g, b);
      return Math.min(r, g, b) > strongest - 8 ? "w" : "rgb"[[r, g, b].indexOf(strongest)];
    })
    .join("");
}

test("a texture is where its coordinates are, from the lower left", async () => {
  await using scene = await open(bound("Paint") + material("Paint", TEXTURED));
  expect([await quarters(scene), await scene.problems()]).toEqual(["rgbw", []]);
});

/** A Radiance image of one row: mantissas of 8 bits, and exponents above 128. */
function radiance(...texels: readonly (readonly [r: number, g: number, b: number, exponent: number])[]): Uint8Array {
  const head = text(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X ${texels.length}\n`);
  return Uint8Array.from([...head, ...texels.flat()]);
}

test("textures of light are drawn: as colors up to 1, as emission as bright as they are", async () => {
  const hdr = radiance([128, 0, 0, 128], [0, 255, 0, 131]);
  const files = [["set/textures/light.hdr", hdr] as const];
  const paint = (inputs: string): string => bound("Paint") + material("Paint", inputs).replace("four.png", "light.hdr");
  await using diffuse = await open(paint(TEXTURED), files);
  expect([await quarters(diffuse), await diffuse.problems()]).toEqual(["rgrg", []]);

  const black = "color3f inputs:diffuseColor = (0, 0, 0)\nfloat inputs:roughness = 1";
  const emission = (light: readonly [number, number, number, number]): Promise<PreparedStage> =>
    open(paint(`${black}\n${TEXTURED.replace("diffuse", "emissive")}`), [
      ["set/textures/light.hdr", radiance([128, 0, 0, 128], light)],
    ]);
  // What is beside a brighter light is not dimmed by it.
  const redOf = async (light: readonly [number, number, number, number]): Promise<number> => {
    await using scene = await emission(light);
    const { data } = await scene.render({ width: 32, height: 32, camera: "auto", look: "full" });
    return data[4 * (32 * 16 + 10)];
  };
  const [beside, besideBright] = [await redOf([0, 128, 0, 128]), await redOf([0, 255, 0, 132])];
  expect(beside).toBeGreaterThan(100);
  expect(Math.abs(beside - besideBright)).toBeLessThan(6);
});

test("tiles of bytes and of halves are not drawn together, which is a problem", async () => {
  const paint = material("Paint", TEXTURED).replace("four.png", "wall.<UDIM>.hdr");
  const red = radiance([255, 0, 0, 128]);
  await using same = await open(bound("Paint") + paint, [
    ["set/textures/wall.1001.hdr", red],
    ["set/textures/wall.1002.hdr", red],
  ]);
  expect([await quarters(same), await same.problems()]).toEqual(["rrrr", []]);
  await using mixed = await open(bound("Paint") + paint, [
    ["set/textures/wall.1001.hdr", red],
    ["set/textures/wall.1002.hdr", png],
  ]);
  expect([await quarters(mixed), (await mixed.problems()).map(({ message }) => message)]).toEqual([
    "rrrr",
    [
      "@textures/wall.<UDIM>.hdr@: tiles with 8 bits and with more are not drawn together; it is drawn with those that are like 1001",
    ],
  ]);
});

test("coordinates are scaled, turned and moved, and wrap", async () => {
  const moved = material("Paint", TEXTURED)
    .replace("</Paint/Coordinates.outputs:result>", "</Paint/Moved.outputs:result>")
    .replace(
      '    def Shader "Coordinates"',
      `    def Shader "Moved"
    {
        uniform token info:id = "UsdTransform2d"
        float2 inputs:in.connect = </Paint/Coordinates.outputs:result>
        float inputs:rotation = 90
        float2 outputs:result
    }
    def Shader "Coordinates"`,
    );
  await using scene = await open(bound("Paint") + moved);
  // (u, v) turned by a quarter is (-v, u): the upper left, (0.25, 0.75), has the texel at (-0.75, 0.25), which is that at (0.25, 0.25).
  expect(await quarters(scene)).toBe("brwg");
});

test("opacity of a texture cuts surfaces at a threshold, or lets light through", async () => {
  const opacity = "float inputs:opacity.connect = </Paint/Image.outputs:a>";
  const cut = `${TEXTURED}\n${opacity}\nfloat inputs:opacityThreshold = 0.5`;
  for (const inputs of [cut, `${TEXTURED}\n${opacity}`]) {
    await using scene = await open(bound("Paint") + material("Paint", inputs));
    expect(await quarters(scene)).toBe("rgb.");
  }
});

test("constants, display colors and materials of subsets are drawn", async () => {
  await using green = await open(bound("Paint") + material("Paint", "color3f inputs:diffuseColor = (0, 1, 0)"));
  expect(await quarters(green)).toBe("gggg");
  const reader = material("Paint", "color3f inputs:diffuseColor.connect = </Paint/Color.outputs:result>").replace(
    '    def Shader "Coordinates"',
    `    def Shader "Color"
    {
        uniform token info:id = "UsdPrimvarReader_float3"
        string inputs:varname = "displayColor"
        float3 outputs:result
    }
    def Shader "Coordinates"`,
  );
  const colored = bound("Paint").replace(SQUARE, `${SQUARE}\n    color3f[] primvars:displayColor = [(0, 0, 1)]\n`);
  await using blue = await open(colored + reader);
  expect(await quarters(blue)).toBe("bbbb");
  const split = bound("Paint")
    .replace("faceVertexCounts = [4]", "faceVertexCounts = [3, 3]")
    .replace("[0, 1, 2, 3]", "[0, 1, 2, 0, 2, 3]")
    .replace(
      /\}\s*$/u,
      `    def GeomSubset "upper" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        uniform token elementType = "face"
        uniform token familyName = "materialBind"
        int[] indices = [1]
        rel material:binding = </Other>
    }
}
`,
    );
  const both =
    material("Paint", "color3f inputs:diffuseColor = (1, 0, 0)") +
    material("Other", "color3f inputs:diffuseColor = (0, 0, 1)");
  await using halves = await open(split + both);
  // The upper left half has the material of the subset.
  expect((await quarters(halves)).replace(/^(.).(.)(.)$/u, "$1$3")).toBe("br");
});

test("what of a material is not drawn is a problem", async () => {
  await using missing = await open(
    bound("Paint") + material("Paint", `${TEXTURED}\nfloat inputs:clearcoat = 1`).replace("four.png", "none.png"),
  );
  expect(await quarters(missing)).not.toContain(".");
  const lines = async (scene: PreparedStage): Promise<string[]> =>
    (await scene.problems()).map(({ path, property, message }) => `${path}.${property}: ${message}`);
  expect(await lines(missing)).toEqual([
    "/Paint.inputs:diffuseColor: @textures/none.png@: there is no such file; it is drawn without the texture",
  ]);
  await using other = await open(bound("Paint") + material("Paint", "").replace("UsdPreviewSurface", "MyShader"));
  await quarters(other);
  expect(await lines(other)).toEqual([
    '/Paint.outputs:surface: Expected UsdPreviewSurface or a surface of MaterialX, found the shader "MyShader": it is drawn without the material',
  ]);
});

test("tiles of a texture are where their numbers put them", async () => {
  const plain = async (r: number, g: number, b: number): Promise<Uint8Array> =>
    await encodePng({ width: 1, height: 1, data: Uint8Array.of(r, g, b, 255) });
  const tiles = [
    ["set/textures/wall.1001.png", await plain(255, 0, 0)],
    ["set/textures/wall.1002.png", await plain(0, 255, 0)],
    ["set/textures/wall.1011.png", await plain(0, 0, 255)],
    ["set/textures/wall.1012.png", png],
  ] as const;
  const paint = material("Paint", TEXTURED).replace("four.png", "wall.<UDIM>.png");
  const wide = bound("Paint").replace("(0, 0), (1, 0), (1, 1), (0, 1)", "(0, 0), (2, 0), (2, 2), (0, 2)");
  await using scene = await open(wide + paint, tiles);
  expect(await quarters(scene)).toMatch(/^b.rg$/u);
  expect(await scene.problems()).toEqual([]);
  await using none = await open(wide + paint);
  await quarters(none);
  expect((await none.problems()).map(({ message }) => message)).toEqual([
    "@textures/wall.<UDIM>.png@: none of the tiles 1001 to 1100 can be read; it is drawn without the texture",
  ]);
});

test("what is transparent keeps its reflections, and what is hardly present loses them", async () => {
  const ball = bound("Paint").replace("def Mesh", "def Sphere").replace(SQUARE, "");
  const mostOpaque = async (mode: string): Promise<number> => {
    const inputs = `float inputs:opacity = 0.1\nfloat inputs:roughness = 0.3\ntoken inputs:opacityMode = "${mode}"`;
    await using scene = await open(ball + material("Paint", inputs));
    const { alpha } = await scene.render({ width: 32, height: 32, look: "full", outputs: ["alpha"] });
    return Math.max(...(alpha ?? []));
  };
  // Two sides of the ball.
  expect(await mostOpaque("presence")).toBeCloseTo(1 - 0.9 * 0.9, 3);
  expect(await mostOpaque("transparent")).toBeGreaterThan(0.25);
});

test("draws textures of prims without texture coordinates at the fallback of their reader, and names them", async () => {
  const without = bound("Paint").replace(/ +texCoord2f\[\] primvars:st[^)]*\)[^)]*\)[^)]*\)[^)]*\)\] \([^)]*\)\n/u, "");
  expect(without).not.toContain("primvars:st");
  const paint = material("Paint", TEXTURED, 'token inputs:wrapS = "clamp"\n        token inputs:wrapT = "clamp"');
  const withFallback = (u: number, v: number): string =>
    paint.replace('inputs:varname = "st"', `inputs:varname = "st"\n        float2 inputs:fallback = (${u}, ${v})`);
  const drawn = async (layer: string): Promise<string> => {
    const scene = await open(`${without}${layer}`);
    expect(await scene.problems()).toMatchObject([{ path: "/Square", property: "primvars:st" }]);
    return await quarters(scene);
  };
  expect(await drawn(paint)).toBe("bbbb");
  expect(await drawn(withFallback(0.25, 0.75))).toBe("rrrr");
  expect(await drawn(withFallback(0.75, 0.75))).toBe("gggg");
});
