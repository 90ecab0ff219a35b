import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { escapeJson, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { styleFor, type Style } from "@usdkit/command/terminal/style";
import { writeLines } from "@usdkit/command/terminal/write-lines";
import { compositionOptions } from "../composition/composition-options.ts";
import type { Explanation } from "@usdkit/usd";
import { reportProblems } from "../composition/report-problems.ts";
import { openStage, type CompositionArguments } from "../composition/stage-options.ts";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";
import { timeOf, timeOption } from "./value.ts";

export interface ExplainValueArguments extends CompositionArguments {
  root: string;
  path: string;
  time?: number;
  json?: boolean;
  color?: boolean;
}

export const explainValue: Command<ExplainValueArguments> = {
  command: "explain <root> <path>",
  describe:
    "Explain why a prim or property of a stage has its value: every opinion, strongest first, with layer and line",
  builder: {
    root: { describe: "The root layer" },
    path: { describe: "The path of a prim or property, /Prim or /Prim.prop" },
    time: timeOption,
    json: { type: "boolean", describe: "Print JSON" },
    ...compositionOptions,
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  },
  examples: [["$0 explain shot.usda /World/Chair.size", "the opinions about an attribute"]],
  async handler(args, context) {
    const time = timeOf(args.time);
    const opened = await openStage(context, args.root, args, searchPathsOf(context, args.searchPath));
    const { explainOpinions } = await import("@usdkit/usd");
    const explained = explainOpinions(opened, args.path, time);
    await reportProblems(context, args.root, "usda explain", opened);
    if (explained === undefined) throw new UsageError(`The stage has no prim or property ${JSON.stringify(args.path)}`);
    if (args.json === true) await context.stdout.write(`${escapeJson(asJson(explained))}\n`);
    else await writeLines(context.stdout, asText(explained, styleFor(context.stdout, args.color, context.env)));
  },
};

function asJson({ path, value, opinions }: Explanation): string {
  const rows = opinions.map(({ value: json, ...row }) => `${JSON.stringify(row).slice(0, -1)},"value":${json}}`);
  return `{"path":${JSON.stringify(path)},"value":${value},"opinions":[${rows.join(",")}]}`;
}

/** Long values are cut in the text. */
const MAX_VALUE = 200;

function* asText({ path, value, opinions }: Explanation, style: Style): Generator<string> {
  const text = (json: string): string =>
    escapeTerminal(json.length > MAX_VALUE ? `${json.slice(0, MAX_VALUE)}…` : json);
  yield `${style.bold(escapeTerminal(path))} = ${text(value)}`;
  for (const { layer, line, column, specPath, arc, field, value: json } of opinions) {
    const place = line === null ? layer : `${layer}:${line}:${column ?? 1}`;
    yield `  ${escapeTerminal(place)} ${style.dim(escapeTerminal(specPath))} ${arc} ${style.green(escapeTerminal(field))} = ${text(json)}`;
  }
}
