/** Stages for drawing: many textured meshes, small assets. */
import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { encodeJpeg } from "../../../packages/raster/src/index.ts";

/** How large a stage is. */
export interface StageSize {
  readonly meshes: number;
  readonly trianglesPerMesh: number;
  /** Pixels of a side of each mesh's texture. */
  readonly texture: number;
}

/** A crate of hills next to each other, each with a texture, and its files by name. */
export async function texturedStage({
  meshes,
  trianglesPerMesh,
  texture,
}: StageSize): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const prims: string[] = [];
  const side = Math.ceil(Math.sqrt(meshes));
  for (let i = 0; i < meshes; i++) {
    prims.push(material(i), hill(i, [i % side, Math.floor(i / side)], Math.round(Math.sqrt(trianglesPerMesh / 2))));
    files.set(`texture${i}.jpg`, await encodeJpeg(checks(texture, i), { quality: 85 }));
  }
  const text = `#usda 1.0\n(\n    upAxis = "Y"\n)\ndef Xform "World"\n{\n${prims.join("")}}\n`;
  files.set("root.usdc", writeUsdc(parseUsda(text).layer));
  return files;
}

function hill(i: number, [column, row]: readonly [number, number], cells: number): string {
  const [points, normals, st, indices]: string[][] = [[], [], [], []];
  const at = (x: number, y: number): number => 0.3 * Math.sin(5 * x + i) * Math.cos(4 * y);
  for (let v = 0; v <= cells; v++) {
    for (let u = 0; u <= cells; u++) {
      const [x, y] = [u / cells, v / cells];
      points.push(`(${(column + x).toFixed(5)}, ${at(x, y).toFixed(5)}, ${(row + y).toFixed(5)})`);
      const [dx, dy] = [1.5 * Math.cos(5 * x + i) * Math.cos(4 * y), -1.2 * Math.sin(5 * x + i) * Math.sin(4 * y)];
      const length = Math.hypot(dx, 1, dy);
      normals.push(`(${(-dx / length).toFixed(4)}, ${(1 / length).toFixed(4)}, ${(-dy / length).toFixed(4)})`);
      st.push(`(${x.toFixed(4)}, ${y.toFixed(4)})`);
      if (u === cells || v === cells) continue;
      const a = v * (cells + 1) + u;
      indices.push(`${a}, ${a + cells + 1}, ${a + cells + 2}, ${a + 1}`);
    }
  }
  return `    def Mesh "Hill${i}" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        rel material:binding = </World/Look${i}>
        uniform token subdivisionScheme = "none"
        int[] faceVertexCounts = [${Array.from({ length: cells * cells }, () => 4).join(", ")}]
        int[] faceVertexIndices = [${indices.join(", ")}]
        point3f[] points = [${points.join(", ")}]
        normal3f[] normals = [${normals.join(", ")}] (
            interpolation = "vertex"
        )
        texCoord2f[] primvars:st = [${st.join(", ")}] (
            interpolation = "vertex"
        )
    }
`;
}

function material(i: number): string {
  return `    def Material "Look${i}"
    {
        token outputs:surface.connect = </World/Look${i}/Surface.outputs:surface>
        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = </World/Look${i}/Texture.outputs:rgb>
            float inputs:roughness = 0.6
            token outputs:surface
        }
        def Shader "Texture"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @texture${i}.jpg@
            float2 inputs:st.connect = </World/Look${i}/Reader.outputs:result>
            float3 outputs:rgb
        }
        def Shader "Reader"
        {
            uniform token info:id = "UsdPrimvarReader_float2"
            string inputs:varname = "st"
            float2 outputs:result
        }
    }
`;
}

function checks(size: number, seed: number): { width: number; height: number; data: Uint8Array } {
  const data = new Uint8Array(4 * size * size);
  let state = seed + 1;
  for (let i = 0; i < size * size; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const isEven = (((i % size) >> 5) + (Math.floor(i / size) >> 5)) % 2 === 0;
    const noise = (state >>> 27) + (isEven ? 60 : 0);
    data.set([100 + noise + ((seed * 37) % 60), 120 + noise, 90 + noise + ((seed * 53) % 60), 255], 4 * i);
  }
  return { width: size, height: size, data };
}
