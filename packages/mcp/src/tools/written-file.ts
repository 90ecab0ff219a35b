/** The result of tools that write one file. */
import { statSync } from "node:fs";
import { z } from "zod";
import { fileRevision } from "../session/kept-stages.ts";
import type { CommandResult, ToolAnswer, ToolContext } from "./tool.ts";

/** The schema of {@link writtenFile}. */
export const writtenResult: z.ZodObject = z.object({
  file: z.string(),
  bytes: z.int(),
  revision: z.string(),
  messages: z.array(z.string()).describe("What the command reported"),
});

const MESSAGES = 40;
const LONGEST = 300;

/** Returns the result for a file that a command has written. */
export function writtenFile({ roots }: ToolContext, file: string, { stderr, stdout }: CommandResult): ToolAnswer {
  const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => line.trim() !== "");
  const messages = lines
    .slice(0, MESSAGES)
    .map((line) => line.replace(/^usda(?:-lint)? [a-z]+: /u, "").slice(0, LONGEST));
  if (lines.length > MESSAGES) messages.push(`${lines.length - MESSAGES} more messages`);
  return { content: { file: roots.name(file), bytes: statSync(file).size, revision: fileRevision(file), messages } };
}
