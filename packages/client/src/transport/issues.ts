import type * as z from "zod";
import { printable } from "./printable.ts";

/** Maximum number of issues in a message: an invalid list can have thousands. */
const MAX_ISSUES = 3;

/**
 * Returns the issues of a schema, each with its path in the JSON: `result[3].worldId: expected string, received
 * number`.
 *
 * @param root Start of the path: `body` of a request, `$` of an answer.
 */
export function describeIssues(error: z.ZodError, root: string): string {
  return describeProblems(error.issues, root);
}

/** Formats any list of problems with their paths in the same way. */
export function describeProblems(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
  root: string,
): string {
  const named = issues.slice(0, MAX_ISSUES).map(({ path, message }) => {
    return `${root}${path.map(pathPart).join("")}: ${printable(message.replace(/^Invalid input: /, ""))}`;
  });
  const more = issues.length > MAX_ISSUES ? [`and ${issues.length - MAX_ISSUES} more`] : [];
  return [...named, ...more].join("; ");
}

function pathPart(part: PropertyKey): string {
  if (typeof part === "number") return `[${part}]`;
  const text = String(part);
  return /^[A-Za-z_$][\w$]*$/.test(text) ? `.${text}` : `[${printable(JSON.stringify(text), 60)}]`;
}
