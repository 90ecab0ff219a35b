import { escapeLines, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Text of a file as text of XML or HTML, in an element or an attribute. Characters that XML 1.0 has no place for, not even
 * as a reference (most control characters, half characters, U+FFFE), are shown as {@link escapeTerminal} shows them, and so
 * is what would hide or reorder the text around it.
 */
export function escapeXml(text: string): string {
  return escapeMarkup(escapeTerminal(text));
}

/** As {@link escapeXml} for a line of a file where white space counts: tabs stay. */
export function escapeXmlLine(line: string): string {
  return escapeMarkup(escapeLines(line));
}

function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
