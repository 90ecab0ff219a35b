import type { Command } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { escapeJson, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { styleFor, type Style } from "@usdkit/command/terminal/style";
import { writeLines } from "@usdkit/command/terminal/write-lines";
import { compositionOptions } from "../composition/composition-options.ts";
import type { ComposedError, PrimComposition } from "@usdkit/usd";
import { openStage, type CompositionArguments } from "../composition/stage-options.ts";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";

export interface ComposeArguments extends CompositionArguments {
  root: string;
  prim?: string;
  json?: boolean;
  color?: boolean;
}

export const compose: Command<ComposeArguments> = {
  command: "compose <root>",
  describe: "Print what the prims of a stage are composed of: layer stack, prim stacks, property stacks, errors",
  builder: {
    root: { describe: "The root layer" },
    prim: { type: "string", describe: "One prim only, by its path" },
    json: { type: "boolean", describe: "Print JSON" },
    ...compositionOptions,
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
  },
  examples: [["$0 compose shot.usda --prim /World/Chair", "the specs that contribute to a prim, strongest first"]],
  async handler(args, context) {
    const opened = await openStage(context, args.root, args, searchPathsOf(context, args.searchPath));
    const { composePrim, describeError, hasPrim, layerNames } = await import("@usdkit/usd");
    const { stage, name } = opened;
    if (args.prim !== undefined && !hasPrim(stage, args.prim)) {
      throw new UsageError(`The stage has no prim ${JSON.stringify(args.prim)}`);
    }
    const errors = stage.layerStack.errors.map((error) => describeError(name, "/", error));
    const paths = args.prim === undefined ? stage.traverse() : [args.prim];
    const composed = function* prims(): Generator<PrimComposition> {
      for (const path of paths) yield composePrim(opened, path, errors);
    };
    const layerStack = layerNames(opened);
    if (args.json === true) await writeLines(context.stdout, asJson(layerStack, composed(), errors));
    else {
      const style = styleFor(context.stdout, args.color, context.env);
      await writeLines(context.stdout, asText(layerStack, composed(), errors, style));
    }
  },
};

/** One object, a line for each prim: stages may have many. */
function* asJson(
  layerStack: readonly string[],
  prims: Iterable<PrimComposition>,
  errors: readonly ComposedError[],
): Generator<string> {
  const json = (value: unknown): string => escapeJson(JSON.stringify(value));
  let separator = "";
  yield `{"layerStack":${json(layerStack)},"prims":[`;
  for (const prim of prims) {
    yield `${separator}${json(prim)}`;
    separator = ",";
  }
  // Errors of prims are known after their composition.
  yield `],"errors":${json(errors)}}`;
}

function* asText(
  layerStack: readonly string[],
  prims: Iterable<PrimComposition>,
  errors: readonly ComposedError[],
  style: Style,
): Generator<string> {
  const text = (value: string): string => escapeTerminal(value);
  yield style.bold("layer stack");
  for (const layer of layerStack) yield `  ${text(layer)}`;
  for (const { path, primStack, properties } of prims) {
    yield style.bold(text(path));
    for (const [layer, spec] of primStack) yield `  ${text(layer)} ${style.dim(text(spec))}`;
    for (const [property, stack] of Object.entries(properties)) {
      yield `  ${style.green(`.${text(property)}`)}`;
      for (const [layer, spec] of stack) yield `    ${text(layer)} ${style.dim(text(spec))}`;
    }
  }
  if (errors.length > 0) yield style.bold("errors");
  for (const { prim, layer, line, column, message } of errors) {
    const place = layer === null ? "" : `${layer}${line === null ? "" : `:${line}:${column ?? 1}`}: `;
    yield `  ${text(`${place}${prim}: ${message}`)}`;
  }
}
