import { triangleCount } from "@usdkit/geometry/measures";
import { assetsOf } from "../../checks/assets.ts";
import { imageSize } from "../../checks/image-size.ts";
import { meshArrays } from "../../checks/mesh-arrays.ts";
import { meshText } from "../../examples/mesh-text.ts";
import { badScene, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule, StageRuleContext } from "../../rule/stage-rule.ts";

/** What the rule notes of a prim. */
interface Fact {
  readonly triangles: number;
}

export const rule: StageRule = {
  meta: {
    id: "limit-exceeded",
    summary: "A stage with more triangles, prims or bytes, or larger textures, than the configuration allows",
    detail:
      "`limits` of a configuration or of a requirement set: `triangles` of all meshes without subdivision, `prims`, `bytes` of all " +
      "layers, and `textureSize`, the pixels of the longer side of PNG and JPEG textures. Prims below instances count once. Without limits nothing is reported.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
  },
  scope: "place",
  examples,
  checkStage(context) {
    const { limits, note } = context;
    const { textureSize } = limits;
    const isCounted = limits.triangles !== undefined || limits.prims !== undefined || limits.bytes !== undefined;
    if (!isCounted && textureSize === undefined) return {};
    return {
      property(property, [{ spec }], prim) {
        if (textureSize === undefined || spec.specType !== "attribute" || spec.valueType?.kind !== "asset") return;
        checkTextures(context, { prim, property, limit: textureSize });
      },
      prim(prim) {
        const triangles =
          limits.triangles !== undefined && prim.isA("Mesh") ? triangleCount(meshArrays(prim).counts) : 0;
        note({ triangles } satisfies Fact);
      },
      end(facts) {
        let prims = 0;
        let triangles = 0;
        for (const { fact } of facts) {
          prims++;
          triangles += (fact as Fact).triangles;
        }
        const bytes = limits.bytes === undefined ? 0 : bytesOf(context);
        reportOver(context, { what: "triangles", count: triangles, limit: limits.triangles });
        reportOver(context, { what: "prims", count: prims, limit: limits.prims });
        reportOver(context, { what: "bytes", count: bytes, limit: limits.bytes });
      },
    };
  },
};

interface Texture {
  readonly prim: CheckedPrim;
  readonly property: string;
  /** Pixels. */
  readonly limit: number;
}

function checkTextures({ reader, readAsset, report }: StageRuleContext, { prim, property, limit }: Texture): void {
  for (const { path, layer, field } of assetsOf(reader, prim, property)) {
    const bytes = /\.(?:png|jpe?g)\]?$/iu.test(path) ? readAsset(path, layer) : undefined;
    const size = bytes && imageSize(bytes);
    if (size === undefined || Math.max(size.width, size.height) <= limit) continue;
    report({
      message: `The texture @${path}@ has ${size.width} x ${size.height} pixels; the limit is ${limit}.`,
      hint: "Scale it down, or raise the limit in the configuration.",
      at: { prim: prim.path, property, field },
    });
  }
}

function bytesOf({ stage }: StageRuleContext): number {
  let bytes = 0;
  for (const { opened } of stage.layers) bytes += opened?.bytes.length ?? 0;
  return bytes;
}

interface Count {
  readonly what: string;
  readonly count: number;
  readonly limit: number | undefined;
}

function reportOver({ stage, report }: StageRuleContext, { what, count, limit }: Count): void {
  if (limit === undefined || count <= limit) return;
  const { rootLayer } = stage.layerStack;
  report({
    message: `The stage has ${count} ${what}; the limit is ${limit}.`,
    hint: "Simplify it, or raise the limit in the configuration.",
    at: { layer: rootLayer, spec: rootLayer.layer.root },
  });
}

/** Returns the beginning of a PNG. */
function pngHeader(width: number, height: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(33));
  view.setUint32(0, 0x89504e47);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return new Uint8Array(view.buffer);
}

function examples(): StageExamples {
  const texture = 'def Shader "Wood"\n{\n    asset inputs:file = @./wood.png@\n}';
  return {
    good: [
      scene("within the limits", meshText(), { limits: { triangles: 2, prims: 1, bytes: 1000 } }),
      scene("no limits", meshText()),
      scene("a texture within the limit", texture, {
        limits: { textureSize: 2048 },
        files: { "wood.png": pngHeader(2048, 1024) },
      }),
      scene("no mesh", 'def Cube "Box"\n{\n}', { limits: { triangles: 0 } }),
    ],
    bad: [
      badScene("triangles", meshText(), {
        limits: { triangles: 1 },
        found: ["1:1 error: The stage has 2 triangles; the limit is 1."],
      }),
      badScene("prims", meshText(), {
        limits: { prims: 0 },
        found: ["1:1 error: The stage has 1 prims; the limit is 0."],
      }),
      badScene("a texture", texture, {
        limits: { textureSize: 1024 },
        files: { "wood.png": pngHeader(1024, 2048) },
        found: ["5:5 error: The texture @./wood.png@ has 1024 x 2048 pixels; the limit is 1024."],
      }),
      badScene("bytes", meshText(), {
        limits: { bytes: 100 },
        found: ["1:1 error: The stage has 176 bytes; the limit is 100."],
      }),
    ],
  };
}
