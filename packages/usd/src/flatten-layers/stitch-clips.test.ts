import { parseUsda, printUsda } from "@usdkit/usda";
import { expect, test } from "vitest";
import { stitchClips, StitchClipsError, type StitchClipsOptions, type StitchedClips } from "./stitch-clips.ts";

const paths = { clipPath: "/World", topologyPath: "./all.topology.usda", manifestPath: "./all.manifest.usda" };

function stitch(texts: readonly string[], options: Partial<StitchClipsOptions> = {}): StitchedClips {
  const clips = texts.map((text, i) => ({ layer: parseUsda(`#usda 1.0\n${text}`).layer, assetPath: `./${i}.usda` }));
  return stitchClips(clips, { ...paths, ...options });
}

const frame = (time: number): string => `(
    endTimeCode = ${time}
    startTimeCode = ${time}
)

def Xform "World"
{
    def Points "P${time % 2}"
    {
        custom double c = ${time} (
            doc = "of ${time}"
        )
        custom double c.timeSamples = {
            ${time}: ${time},
        }
        double fixed = 4
        uniform token u.timeSamples = {
            ${time}: "a",
        }
    }
    variantSet "v" = {
        "a" {
            double inVariant.timeSamples = {
                ${time}: 1,
            }
        }
    }
}

def "Other"
{
    double o.timeSamples = {
        ${time}: 1,
    }
}
`;

// As UsdUtils.StitchClips of usd-core 26.11 writes them.
test("stitchClips makes a layer with the clips, their topology and their manifest", () => {
  const { result, topology, manifest } = stitch([
    frame(1),
    frame(2),
    'over "World"\n{\n    double late.spline = {\n        1: 2,\n    }\n}\n',
  ]);
  expect(printUsda(result)).toBe(`#usda 1.0
(
    endTimeCode = 2
    startTimeCode = 0
    subLayers = [
        @./all.topology.usda@
    ]
)

over "World" (
    clips = {
        dictionary default = {
            double2[] active = [(1, 0), (2, 1), (0, 2)]
            asset[] assetPaths = [@./0.usda@, @./1.usda@, @./2.usda@]
            asset manifestAssetPath = @./all.manifest.usda@
            string primPath = "/World"
            double2[] times = [(1, 1), (2, 2), (0, 0)]
        }
    }
)
{
}

`);
  expect(printUsda(topology)).not.toContain("timeSamples");
  expect(printUsda(topology)).toContain('        custom double c = 1 (\n            doc = "of 1"\n        )\n');
  expect(printUsda(topology)).toContain("        double o\n".slice(4));
  expect(printUsda(manifest)).toBe(`#usda 1.0

over "World" (
    prepend variantSets = "v"
)
{
    double late.spline = {
    }

    over "P1"
    {
        double c = 1
        uniform token u
    }

    over "P0"
    {
        double c = 2
        uniform token u
    }
    variantSet "v" = {
        "a" {
            double inVariant

        }
    }
}

`);
});

test("a template names the clips; ranges and sets can be given", () => {
  const template = { assetPath: "./f.###.usda", startTimeCode: 1, endTimeCode: 2, stride: 1, activeOffset: 0.5 };
  const text = printUsda(
    stitch([frame(1), frame(2)], { template, clipSet: "smoke", interpolateMissingClipValues: true }).result,
  );
  expect(text).toContain(`        dictionary smoke = {
            bool interpolateMissingClipValues = 1
            asset manifestAssetPath = @./all.manifest.usda@
            string primPath = "/World"
            double templateActiveOffset = 0.5
            string templateAssetPath = "./f.###.usda"
            double templateEndTime = 2
            double templateStartTime = 1
            double templateStride = 1
        }
`);
  expect(printUsda(stitch([frame(1)], { startTimeCode: -3, endTimeCode: 9 }).result)).toContain(
    "    endTimeCode = 9\n    startTimeCode = -3\n",
  );
});

test.each([
  [{ clipPath: "/World/P1.c" }, "None of the clips has a prim at"],
  [{ clipPath: "/" }, "None of the clips has a prim at"],
  [{ clipPath: "/World{v=a}" }, "None of the clips has a prim at"],
  [{ clipPath: "/Nothing" }, "None of the clips has a prim at"],
  [{ template: { assetPath: "f.#", startTimeCode: 1, endTimeCode: 2, stride: 0 } }, "stride above 0"],
  [{ template: { assetPath: "f.#", startTimeCode: 3, endTimeCode: 2, stride: 1 } }, "ends at or after"],
  [
    { template: { assetPath: "f.#", startTimeCode: 1, endTimeCode: 2, stride: 1, activeOffset: 2 } },
    "at most the stride",
  ],
])("stitchClips refuses %j", (options, message) => {
  expect(() => stitch([frame(1)], options)).toThrow(StitchClipsError);
  expect(() => stitch([frame(1)], options)).toThrow(message);
});
