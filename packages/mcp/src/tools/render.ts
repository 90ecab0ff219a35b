import { readFileSync } from "node:fs";
import { z } from "zod";
import { jsonBytes, pageArguments, pageResult, takePage } from "../pages/page.ts";
import { checkResult } from "./command-problem.ts";
import { fileArgument, stageArguments, stageFlags } from "./stage-arguments.ts";
import { withTemporaryFile } from "./temporary-file.ts";
import { shownMessages } from "./written-file.ts";
import { defineTool, type Tool } from "./tool.ts";

const report = z.looseObject({
  width: z.int(),
  height: z.int(),
  hash: z.string(),
  camera: z.unknown(),
  drawn: z.array(z.unknown()).optional(),
  notDrawn: z.array(z.looseObject({ path: z.string() })).optional(),
});

export const render: Tool = defineTool({
  name: "usd_render",
  title: "Draw a USD file",
  description:
    "An image of a stage at a time, drawn on the CPU: the same pixels on every machine. Also what could not be drawn, and why. Without a camera in the file one that shows everything is used.",
  writes: false,
  input: z.strictObject({
    file: fileArgument,
    size: z
      .string()
      .regex(/^(?:[1-9]\d{0,2}|10[01]\d|102[0-4])x(?:[1-9]\d{0,2}|10[01]\d|102[0-4])$/u, {
        error: 'Expected width and height from 1 to 1024, as "480x270"',
      })
      .default("480x270")
      .describe("Width and height in pixels, at most 1024 each"),
    camera: z.string().max(4096).optional().describe("Path or name of a Camera, or auto"),
    time: z.number().optional().describe("Time code"),
    only: z.array(z.string().max(65_536)).max(1000).optional().describe("Draw these prims and those below them alone"),
    purpose: z.string().max(200).optional().describe("Purposes that are drawn; default: default,render"),
    look: z.enum(["full", "plain"]).optional(),
    background: z.string().max(20).optional().describe("#rrggbb; default: transparent"),
    format: z.enum(["png", "jpeg", "webp"]).default("webp"),
    ...stageArguments,
    ...pageArguments,
  }),
  output: z.object({
    width: z.int(),
    height: z.int(),
    hash: z.string().describe("Of the pixels: equal hashes are equal images"),
    camera: z.string(),
    drawn: z.int().describe("Number of prims that were drawn"),
    notDrawn: z.array(z.looseObject({ path: z.string() })),
    messages: z.array(z.string()),
    ...pageResult,
  }),
  async call(args, context) {
    const file = context.roots.existing("file", args.file);
    const flags = [
      ...stageFlags(args, context),
      `--size=${args.size}`,
      ...(args.only ?? []).map((each) => `--only=${each}`),
    ];
    for (const name of ["camera", "time", "purpose", "look", "background"] as const) {
      if (args[name] !== undefined) flags.push(`--${name}=${args[name]}`);
    }
    if (context.assets !== undefined) flags.push(`--assets=${context.assets}`, "--missing=skip");
    const extension = { png: "png", jpeg: "jpg", webp: "webp" }[args.format];
    return await withTemporaryFile(`image.${extension}`, async (image) => {
      const result = checkResult(await context.run("usda", ["render", ...flags, "--json", "-o", image, "--", file]));
      const { width, height, hash, camera, drawn = [], notDrawn = [] } = report.parse(JSON.parse(result.stdout));
      const messages = result.stderr
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => line.replace(/^usda render: /u, ""));
      const head = {
        width,
        height,
        hash,
        camera: String(camera),
        drawn: drawn.length,
        messages: shownMessages(messages),
      };
      const { rows, next } = takePage(notDrawn, { ...args, revision: hash, headBytes: jsonBytes(head) });
      return {
        content: { ...head, notDrawn: rows, ...(next !== undefined && { next }) },
        image: { bytes: readFileSync(image), mimeType: `image/${args.format}` },
      };
    });
  },
});
