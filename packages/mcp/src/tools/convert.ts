import { z } from "zod";
import { checkResult } from "./command-problem.ts";
import { fileArgument } from "./stage-arguments.ts";
import { defineTool, type Tool } from "./tool.ts";
import { otherFile, writtenFile, writtenResult } from "./written-file.ts";

const EXTENSIONS = [".usd", ".usda", ".usdc", ".usdz", ".glb", ".gltf", ".ply", ".spz", ".sog", ".splat"];

export const convert: Tool = defineTool({
  name: "usd_convert",
  title: "Convert a file",
  description:
    "Converts by the extensions of the names: glTF (.glb, .gltf) to USD and back, USD text (.usda) to crate (.usdc) and back, Gaussian splats. What the other format cannot hold is named.",
  writes: true,
  input: z.strictObject({
    file: fileArgument.describe("The file to convert"),
    output: z
      .string()
      .min(1)
      .max(4096)
      .describe(`The file to write: ${EXTENSIONS.join(", ")}`),
    quickLook: z.boolean().optional().describe("For .usdz: what Quick Look on iOS shows"),
  }),
  output: writtenResult,
  async call(args, context) {
    const file = context.roots.existing("file", args.file);
    const output = otherFile(file, context.roots.output("output", args.output, EXTENSIONS));
    const flags = args.quickLook === true ? ["--quick-look"] : [];
    const isLayer = [file, output].every((each) => /\.usd[ac]?$/iu.test(each));
    const command = isLayer ? "cat" : "convert";
    const result = await context.run("usda", [command, ...(isLayer ? [] : flags), "-o", output, "--", file]);
    return writtenFile(context, output, checkResult(result));
  },
});
