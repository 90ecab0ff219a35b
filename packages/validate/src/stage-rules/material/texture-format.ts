import { assetsOf } from "../../checks/assets.ts";
import { rootPackage } from "../../checks/packages.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { packageOf } from "../../examples/package-bytes.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { PrimShape } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule } from "../../rule/stage-rule.ts";

const KNOWN: ReadonlySet<string> = new Set("png jpg jpeg avif exr bmp tga hdr tif tiff zfile tx".split(" "));
const PACKED: ReadonlySet<string> = new Set("png jpg jpeg avif exr".split(" "));

export const rule: StageRule = {
  meta: {
    id: "texture-format",
    summary: "A texture in a format that is not known, or that packages may not have",
    detail:
      "The inputs of shaders, node graphs, lights and light filters are checked by the ends of their file names. In a package images are " +
      "PNG, JPEG, AVIF or OpenEXR. IES profiles of lights and files of MDL and other shading languages are no textures.",
    severity: "warning",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:TextureChecker"],
  },
  of: { properties: ["inputs:"], accepts: isConnectable },
  examples,
  checkStage({ stage, reader, report }) {
    const isPacked = rootPackage(stage) !== undefined;
    const formats = isPacked ? PACKED : KNOWN;
    return {
      property(property, [{ spec }], prim) {
        if (spec.specType !== "attribute" || spec.valueType?.kind !== "asset") return;
        for (const { path, field } of assetsOf(reader, prim, property)) {
          const format = formatOf(path);
          if (formats.has(format) || (format === "ies" && prim.hasApi("LightAPI"))) continue;
          const what =
            format === ""
              ? "has no format in its name"
              : `is no image that ${isPacked ? "packages have" : "renderers read"}`;
          report({
            message: `The texture @${path}@ ${what}.`,
            hint: "Use PNG, JPEG or OpenEXR.",
            at: { prim: prim.path, property, field },
          });
        }
      },
    };
  },
};

function isConnectable({ types, apis }: PrimShape): boolean {
  return types.has("Shader") || types.has("NodeGraph") || types.has("LightFilter") || apis.has("LightAPI");
}

/** Returns the end of a file name in lower case, without the dot; that of a file in a package. */
function formatOf(path: string): string {
  return /\.([^./\\[\]?#]+)\]*(?:[?#].*)?$/u.exec(path)?.[1].toLowerCase() ?? "";
}

function examples(): StageExamples {
  const texture = (path: string): string => defText('def Shader "Wood"', `asset inputs:file = @${path}@`);
  return {
    good: [
      scene("PNG", texture("./wood.png")),
      scene("tiles", texture("./wood.<UDIM>.exr")),
      scene("a profile of a light", defText('def SphereLight "Lamp"', "asset inputs:shaping:ies:file = @lamp.ies@")),
    ],
    bad: [
      badScene("another format", texture("./wood.psd"), {
        found: ["5:5 warning: The texture @./wood.psd@ is no image that renderers read."],
      }),
      badScene("no format", texture("./wood"), {
        found: ["5:5 warning: The texture @./wood@ has no format in its name."],
      }),
      {
        title: "in a package",
        files: { "a.usdz": packageOf({ "a.usda": `#usda 1.0\n\n${texture("./wood.tga")}\n`, "wood.tga": "…" }) },
        found: ["a.usdz[a.usda]: warning: The texture @./wood.tga@ is no image that packages have."],
      },
    ],
  };
}
