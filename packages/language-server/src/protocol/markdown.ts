/** Markdown of hovers and completions. Names and messages come from files: nothing of them may become markup. */

/** Characters that can begin markup, links or HTML. */
const MARKUP = /[\\`*_{}[\]()#+\-.!|<>~&:@$^="']/g;
// oxlint-disable-next-line no-control-regex -- what is not printed is what this is about
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const MAX_SHOWN = 300;

/** Returns text for the middle of a paragraph: control and direction characters as escapes, markup escaped, cut when long. */
export function escapeMarkdown(text: string): string {
  return plain(text).replace(MARKUP, "\\$&");
}

/** Returns text as a code span, whatever backticks it contains. */
export function codeSpan(text: string): string {
  const shown = plain(text);
  if (shown === "") return "` `";
  let longest = 0;
  for (const run of shown.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  const isPadded = shown.startsWith("`") || shown.endsWith("`") || (shown.startsWith(" ") && shown.endsWith(" "));
  return isPadded ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`;
}

/** Returns text for labels and messages without markup: control and direction characters as escapes, cut when long. */
export function plain(text: string): string {
  const cut = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return cut.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns a URI for the parentheses of a link. */
export function linkTarget(uri: string): string {
  return uri.replace(/[\s()<>\\"'`|]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
