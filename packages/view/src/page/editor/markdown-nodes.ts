/** Shows the Markdown of the language server. */
import { element } from "../dom.ts";

/** Returns Markdown as nodes: code blocks, and text without its markup. Nothing is inserted as HTML. */
export function markdownNodes(markdown: string): Node[] {
  return markdown.split(/^```\w*\n([^]*?)^```$/m).flatMap((part, i): Node[] => {
    if (i % 2 === 1) return [element("pre", { text: part.trimEnd() })];
    const text = part
      .replaceAll(/\*\*|`|^\*|\*$|\\(?=[^\w\s])/gm, "")
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .trim();
    return text === "" ? [] : [element("p", { text })];
  });
}
