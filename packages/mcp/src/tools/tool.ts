/** What a tool is. */
import type { z } from "zod";
import type { KeptReport } from "../session/kept-report.ts";
import type { Roots } from "../session/roots.ts";
import type { FileStamps, KeptStages } from "../session/kept-stages.ts";
import type { LintReport } from "./lint-report.ts";

/** How a command ended. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command of the toolkit, called as on a command line. */
export interface CommandCall {
  readonly program: "usda" | "usda-lint";
  readonly args: readonly string[];
  /** Standard input. */
  readonly input?: string | undefined;
  /** The working folder, absolute. */
  readonly cwd: string;
  /** Absolute folders: what files depend on is read from below these alone. */
  readonly allowedFolders: readonly string[];
}

/** What tools work with. */
export interface ToolContext {
  readonly roots: Roots;
  readonly stages: KeptStages;
  readonly reports: KeptReport<LintReport & FileStamps>;
  /** The folder or map of meshes that scenes of the service name. */
  readonly assets: string | undefined;
  run(program: CommandCall["program"], args: readonly string[], input?: string): Promise<CommandResult>;
}

/** An image of a result. */
export interface ToolImage {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** What a tool returns. */
export interface ToolAnswer {
  /** By the tool's schema. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly image?: ToolImage | undefined;
}

/** A tool of the server. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model: what it answers, and when to use it. */
  readonly description: string;
  /** Whether it writes files: such tools exist with `write` alone. */
  readonly writes: boolean;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** @param args checked by the schema */
  call(args: never, context: ToolContext): Promise<ToolAnswer>;
}

/** Gives the arguments of a tool the type of its schema, and lists them in the error for one that the tool does not have. */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<Tool, "input" | "call"> & {
    readonly input: Input;
    call(args: z.output<Input>, context: ToolContext): Promise<ToolAnswer>;
  },
): Tool {
  const { input } = tool;
  const names = Object.keys(input.shape).join(", ");
  const error: z.core.$ZodErrorMap = ({ code, ...issue }) => {
    if (code !== "unrecognized_keys" || !("keys" in issue) || !Array.isArray(issue.keys)) return undefined;
    const unknown = issue.keys.map((key) => JSON.stringify(key)).join(", ");
    return `No argument ${unknown}: those of ${tool.name} are ${names}`;
  };
  return { ...tool, input: input.clone({ ...input.def, error }) };
}
