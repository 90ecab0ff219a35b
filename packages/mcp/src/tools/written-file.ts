/** The result of tools that write one file. */
import { statSync } from "node:fs";
import { z } from "zod";
import { jsonBytes } from "../pages/page.ts";
import { ToolError } from "../session/tool-error.ts";
import { fileRevision } from "../session/kept-stages.ts";
import type { CommandResult, ToolAnswer, ToolContext } from "./tool.ts";

/** The schema of {@link writtenFile}. */
export const writtenResult: z.ZodObject = z.object({
  file: z.string(),
  bytes: z.int(),
  revision: z.string(),
  messages: z.array(z.string()).describe("What the command reported"),
});

const LONGEST = 300;
/** Bytes of the messages, which a result has twice. */
const MOST_BYTES = 6000;

/**
 * Returns the file to write.
 *
 * @throws ToolError if it is the one that is read: comments and layout would be lost
 */
export function otherFile(file: string, output: string): string {
  if (output !== file) return output;
  throw new ToolError("The file to write is the one that is read", { place: "output", remedy: "Name another file" });
}

/** Returns the messages of a command, as many as fit into a result, and how many others there are. */
export function shownMessages(lines: readonly string[]): string[] {
  const found: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const message = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
    bytes += jsonBytes(message) + 1;
    if (bytes > MOST_BYTES) break;
    found.push(message);
  }
  if (found.length < lines.length) found.push(`${lines.length - found.length} more messages`);
  return found;
}

/** Returns the result for a file that a command has written. */
export function writtenFile({ roots }: ToolContext, file: string, { stderr, stdout }: CommandResult): ToolAnswer {
  const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => line.trim() !== "");
  const messages = shownMessages(lines.map((line) => line.replace(/^usda(?:-lint)? [a-z]+: /u, "")));
  return { content: { file: roots.name(file), bytes: statSync(file).size, revision: fileRevision(file), messages } };
}
