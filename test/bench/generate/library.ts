import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodePng } from "@usdkit/raster";
import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { writePackage } from "@usdkit/usdz";
import { Random } from "./random.ts";

/** Faces around and along a vase. */
const AROUND = 32;
const ALONG = 24;
/** Pixels along the side of a texture. */
const TEXTURE = 128;
const IN_A_FOLDER = 50;

/** Writes small assets, all different: turned vases with a texture each, as text, crate and package in turn. */
export async function writeLibrary(folder: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const inner = join(folder, `shelf-${Math.floor(i / IN_A_FOLDER)}`);
    if (i % IN_A_FOLDER === 0) mkdirSync(inner, { recursive: true });
    const name = `vase-${i}`;
    const [text, png] = [vase(i), await texture(i)];
    const layer = (): Uint8Array => writeUsdc(parseUsda(text.replace("TEXTURE", `${name}.png`)).layer);
    if (i % 3 === 2) {
      const files = [
        { path: `${name}.usdc`, data: layer() },
        { path: `${name}.png`, data: png },
      ];
      writeFileSync(join(inner, `${name}.usdz`), writePackage(files));
      continue;
    }
    writeFileSync(join(inner, `${name}.png`), png);
    if (i % 3 === 0) writeFileSync(join(inner, `${name}.usda`), text.replace("TEXTURE", `${name}.png`));
    else writeFileSync(join(inner, `${name}.usdc`), layer());
  }
}

/** A surface of revolution of 1,536 triangles with a material. */
function vase(seed: number): string {
  const next = numbers(seed + 1);
  const radii = Array.from({ length: ALONG + 1 }, () => 0.3 + 0.5 * next());
  const points: string[] = [];
  const coordinates: string[] = [];
  for (let j = 0; j <= ALONG; j++) {
    const radius = j === 0 ? 0.1 : (radii[Math.max(0, j - 1)] + radii[j] + radii[Math.min(ALONG, j + 1)]) / 3;
    for (let i = 0; i <= AROUND; i++) {
      const angle = (2 * Math.PI * i) / AROUND;
      points.push(
        `(${(radius * Math.cos(angle)).toFixed(4)}, ${((2 * j) / ALONG).toFixed(4)}, ${(radius * Math.sin(angle)).toFixed(4)})`,
      );
      coordinates.push(`(${(i / AROUND).toFixed(4)}, ${(j / ALONG).toFixed(4)})`);
    }
  }
  const faces: number[] = [];
  for (let j = 0; j < ALONG; j++) {
    for (let i = 0; i < AROUND; i++) {
      const at = j * (AROUND + 1) + i;
      faces.push(at, at + AROUND + 1, at + AROUND + 2, at + 1);
    }
  }
  return `#usda 1.0
(
    defaultPrim = "Vase"
    metersPerUnit = 1
    upAxis = "Y"
)

def Xform "Vase" (
    kind = "component"
)
{
    def Mesh "Body" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        uniform bool doubleSided = 1
        int[] faceVertexCounts = [${Array(faces.length / 4)
          .fill(4)
          .join(", ")}]
        int[] faceVertexIndices = [${faces.join(", ")}]
        rel material:binding = </Vase/Looks/Clay>
        point3f[] points = [${points.join(", ")}]
        texCoord2f[] primvars:st = [${coordinates.join(", ")}] (
            interpolation = "vertex"
        )
        uniform token subdivisionScheme = "none"
    }

    def Scope "Looks"
    {
        def Material "Clay"
        {
            token outputs:surface.connect = </Vase/Looks/Clay/Surface.outputs:surface>

            def Shader "Surface"
            {
                uniform token info:id = "UsdPreviewSurface"
                color3f inputs:diffuseColor.connect = </Vase/Looks/Clay/Image.outputs:rgb>
                float inputs:roughness = ${(0.2 + 0.6 * next()).toFixed(3)}
                token outputs:surface
            }

            def Shader "Image"
            {
                uniform token info:id = "UsdUVTexture"
                asset inputs:file = @./TEXTURE@
                float2 inputs:st.connect = </Vase/Looks/Clay/Place.outputs:result>
                float3 outputs:rgb
            }

            def Shader "Place"
            {
                uniform token info:id = "UsdPrimvarReader_float2"
                string inputs:varname = "st"
                float2 outputs:result
            }
        }
    }
}
`;
}

/** Returns a generator of numbers from 0 to 1. */
function numbers(seed: number): () => number {
  const random = new Random(seed);
  return () => random.below(1 << 20) / (1 << 20);
}

function texture(seed: number): Promise<Uint8Array> {
  const next = numbers(1000 + seed);
  const [r, g, b, bands] = [next(), next(), next(), 2 + Math.floor(8 * next())];
  const data = new Uint8Array(4 * TEXTURE * TEXTURE);
  for (let i = 0; i < TEXTURE * TEXTURE; i++) {
    const wave = 0.6 + 0.4 * Math.sin((2 * Math.PI * bands * Math.floor(i / TEXTURE)) / TEXTURE + (i % TEXTURE) / 20);
    data.set([255 * r * wave, 255 * g * wave, 255 * b * wave, 255], 4 * i);
  }
  return encodePng({ width: TEXTURE, height: TEXTURE, data });
}
