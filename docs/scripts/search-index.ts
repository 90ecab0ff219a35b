// The search index of pages opened from a folder: the sections of all pages as text.

export interface SectionEntry {
  /** The page in the site, with the heading's id: `guides/client.html#handle-errors`. */
  readonly url: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

const HEADING = /<h[1-4] id="(?<id>[^"]*)"[^>]*>(?<heading>.*?)<\/h[1-4]>/gs;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Returns the sections of a page of VitePress. */
export function sectionsOf(html: string, page: string): SectionEntry[] {
  const start = html.indexOf("<main");
  const main = html.slice(start, html.indexOf("</main>", start));
  const headings = [...main.matchAll(HEADING)];
  const title = textOf(headings[0]?.groups?.["heading"] ?? page);
  return headings.map(({ index, 0: whole, groups }, i) => ({
    url: `${page}#${groups?.["id"] ?? ""}`,
    page: title,
    heading: textOf(groups?.["heading"] ?? ""),
    text: textOf(main.slice(index + whole.length, headings[i + 1]?.index)),
  }));
}

function textOf(html: string): string {
  return html
    .replaceAll(
      /<(?:button|span) class="(?:copy|lang)"[^>]*>.*?<\/(?:button|span)>|<a class="header-anchor".*?<\/a>/gs,
      "",
    )
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replaceAll(/[\s\u200B]+/g, " ")
    .trim();
}
