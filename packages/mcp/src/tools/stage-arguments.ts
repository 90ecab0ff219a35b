/** The arguments of tools that compose a stage. */
import { z } from "zod";
import { VARIANT_REMEDY, type KeptStage } from "../session/kept-stages.ts";
import { ToolError } from "../session/tool-error.ts";
import type { ToolContext } from "./tool.ts";

/** As the flags of the commands. */
export const stageArguments: {
  readonly variant: z.ZodOptional<z.ZodArray<z.ZodString>>;
  readonly session: z.ZodOptional<z.ZodString>;
} = {
  variant: z
    .array(z.string().max(4096))
    .max(100)
    .optional()
    .describe("Variants to select whatever the layers select: /World/Chair{look=red}"),
  session: z
    .string()
    .max(4096)
    .optional()
    .describe("A session layer: its opinions are stronger than those of the root layer"),
};

/** The argument of a file. */
export const fileArgument: z.ZodString = z
  .string()
  .min(1)
  .max(4096)
  .describe("Path of the root layer (.usd, .usda, .usdc, .usdz), absolute or relative to the first root folder");

/** `revision` of an earlier result, by which a tool notices that a file has changed since. */
export const revisionArgument: z.ZodString = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/u, { error: "Expected 64 hexadecimal digits, the `revision` of an earlier result" });

/** As `parseSelections` of `@usdkit/usd` takes them. */
const SELECTION = /^\/[^{}]*\{[^{}=]+=[^{}=]*\}$/u;

/** @throws ToolError if one is no selection */
function checkVariants(variants: readonly string[] = []): readonly string[] {
  const wrong = variants.find((each) => !SELECTION.test(each));
  if (wrong === undefined) return variants;
  throw new ToolError(`Expected selections such as "/World/Chair{look=red}", found ${JSON.stringify(wrong)}`, {
    place: "variant",
    remedy: VARIANT_REMEDY,
  });
}

/** Opens the stage of the arguments. */
export async function stageOf(
  args: {
    readonly file: string;
    readonly variant?: readonly string[] | undefined;
    readonly session?: string | undefined;
  },
  { roots, stages }: ToolContext,
): Promise<KeptStage> {
  return await stages.open({
    root: roots.existing("file", args.file),
    variant: args.variant && checkVariants(args.variant),
    session: args.session === undefined ? undefined : roots.existing("session", args.session),
  });
}

/** Returns the flags of the command line for the arguments. */
export function stageFlags(
  args: { readonly variant?: readonly string[] | undefined; readonly session?: string | undefined },
  { roots }: ToolContext,
): string[] {
  const flags = checkVariants(args.variant).map((each) => `--variant=${each}`);
  if (args.session !== undefined) flags.push(`--session=${roots.existing("session", args.session)}`);
  return flags;
}
