/** The text of the document that shows a crate or package. */

const HEADER = "#usda 1.0\n";

/** Returns the text in an answer to `usda/text`; if the file is damaged, its problem is a comment in the second line. */
export function describeLayer({ text, problem }: { readonly text?: unknown; readonly problem?: unknown }): string {
  const found = typeof text === "string" ? text : HEADER;
  if (typeof problem !== "string" && typeof text === "string") return found;
  const comment = typeof problem === "string" ? problem : "The layer cannot be shown.";
  const end = found.indexOf("\n") + 1;
  // oxlint-disable-next-line no-control-regex -- a line end in a message from a file would end the comment
  return `${found.slice(0, end)}# ${comment.replaceAll(/[\u0000-\u001f\u2028\u2029]/g, " ")}\n${found.slice(end)}`;
}
