import { z } from "zod";
import type { StageEdit } from "@usdkit/usd";
import { pageText } from "../pages/page-text.ts";
import { jsonBytes, pageArguments, pageResult } from "../pages/page.ts";
import { fileRevision } from "../session/kept-stages.ts";
import { checkResult, commandProblem } from "./command-problem.ts";
import { fileArgument, revisionArgument, stageArguments } from "./stage-arguments.ts";
import { ToolError } from "../session/tool-error.ts";
import { defineTool, type Tool } from "./tool.ts";

const MOST_EDITS = 10_000;

/** As `editOps` of `@usdkit/usd`, which is not loaded for the list of tools. */
const ops: Readonly<Record<StageEdit["op"], true>> = {
  set: true,
  clear: true,
  metadata: true,
  add: true,
  remove: true,
  rename: true,
  move: true,
  reference: true,
  payload: true,
  inherit: true,
  specialize: true,
  sublayer: true,
  select: true,
  targets: true,
  connect: true,
};

const hiddenOpinions = z.array(
  z.object({ path: z.string(), layer: z.string(), line: z.number().nullable(), specPath: z.string() }),
);

const report = z.object({
  files: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
  diff: z.string(),
  hidden: hiddenOpinions.optional(),
  notes: z.array(z.string()).optional(),
});

/** Files in a result. */
const MOST_FILES = 20;
/** Hidden opinions in a result. */
const MOST_HIDDEN = 20;

export const edit: Tool = defineTool({
  name: "usd_edit",
  title: "Edit a USD stage",
  description: `Edits a stage, all edits or none; comments and layout of everything else stay. Each edit is an object with "op": ${Object.keys(ops).join(", ")}. Examples: {"op":"set","path":"/A.x","value":1.5,"type":"double"}, {"op":"add","path":"/A/B","type":"Xform"}, {"op":"remove","path":"/A/B"}, {"op":"rename","path":"/A/B","name":"C"}, {"op":"move","path":"/A/B","to":"/X/B"}, {"op":"metadata","path":"/A","field":"kind","value":"group"}, {"op":"reference","path":"/A","asset":"./b.usda","prim":"/B"}, {"op":"select","path":"/A","set":"look","variant":"red"}, {"op":"targets","path":"/A.rel","value":["/B"]}, {"op":"connect","path":"/A.x","value":["/B.out"]}. Use dryRun first: it returns the diff and writes nothing.`,
  writes: true,
  input: z.strictObject({
    file: fileArgument,
    edits: z
      .array(z.looseObject({ op: z.string() }))
      .min(1)
      .max(MOST_EDITS),
    target: z
      .string()
      .max(4096)
      .optional()
      .describe(
        "Where the opinions go: a layer of the stage, or a variant: /World/Chair{look=red} of the root layer, chair.usda</World/Chair{look=red}> of another; default: the root layer",
      ),
    revision: revisionArgument
      .optional()
      .describe("`revision` of an earlier result: the edits are refused if the file of the target has changed since"),
    dryRun: z.boolean().optional().describe("Return the diff and write nothing"),
    ...stageArguments,
    ...pageArguments,
  }),
  output: z.object({
    revision: z.string().describe("SHA-256 of the target's file, as it is now"),
    written: z.boolean(),
    files: z.array(z.object({ path: z.string(), before: z.string(), after: z.string() })),
    diff: z.string().describe("A unified diff"),
    hidden: hiddenOpinions
      .optional()
      .describe("Values that were written and have no effect: the stronger opinion of each, at most 20"),
    notes: z
      .array(z.string())
      .optional()
      .describe("Selections and arcs that were written and lead nowhere, at most 20"),
    diffIsCut: z.boolean().optional().describe("The diff of written edits was too long"),
    ...pageResult,
  }),
  async call(args, context) {
    const file = context.roots.existing("file", args.file);
    if (args.variant !== undefined || args.session !== undefined) {
      // The arcs that paths are mapped through are those of the stage as it is opened.
      throw new ToolError("Edits apply to the stage as its layers compose it", {
        place: args.variant === undefined ? "session" : "variant",
        remedy: "Leave the argument out; to write into a variant use `target`",
      });
    }
    const flags = args.target === undefined ? [] : [`--target=${args.target}`];
    if (args.revision !== undefined) flags.push(`--if-revision=${args.revision}`);
    if (args.dryRun === true) flags.push("--dry-run");
    const input = JSON.stringify(args.edits);
    const result = await context.run("usda", ["edit", ...flags, "--json", "--", file, "-"], input);
    if (result.code === 1) {
      const remedy = "Read the stage again, check that the edits still hold, and pass the new revision";
      throw new ToolError(commandProblem(result).message, { place: "revision", remedy });
    }
    checkResult(result);
    const { files, diff, hidden, notes } = report.parse(JSON.parse(result.stdout));
    const root = context.roots.name(file);
    const isRoot = args.target === undefined || args.target.startsWith("/");
    const written = args.dryRun !== true && files.length > 0;
    const target = isRoot ? files.find((each) => each.path === root) : files[0];
    const revision = (args.dryRun === true ? target?.before : target?.after) ?? fileRevision(file);
    const shown = { ...(hidden && { hidden: hidden.slice(0, MOST_HIDDEN) }), ...(notes && { notes }) };
    const head = { revision, written, files: files.slice(0, MOST_FILES), ...shown };
    const page = pageText(diff, { ...args, revision: files[0]?.after ?? "", headBytes: jsonBytes(head) });
    const more = page.next === undefined ? {} : written ? { diffIsCut: true } : { next: page.next };
    return { content: { ...head, diff: page.text, ...more } };
  },
});
