// Links of the Markdown in the repository, as links between the pages of the site.
import { posix } from "node:path";

/** The folder in `docs` where the READMEs of packages are, for the time of a build: `packages/usda.md`. */
const PACKAGES = /^packages\/([\w-]+)\.md$/;
const README = /^packages\/([\w-]+)\/README\.md$/;

/**
 * Returns the link from a page to what `href` means in the file that the page is made of: relative to the page, or
 * undefined if the site does not have it (sources, decisions).
 *
 * @param page Its path in `docs`: `guides/client.md`.
 * @param published The folders of the packages whose READMEs are pages.
 */
export function siteLink(page: string, href: string, published: ReadonlySet<string>): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(href)) return href;
  const [path = "", hash] = href.split("#", 2);
  const [, folder] = PACKAGES.exec(page) ?? [];
  const source = folder === undefined ? `docs/${page}` : `packages/${folder}/README.md`;
  const target = posix.join(posix.dirname(source), path);
  const [, name = ""] = README.exec(target) ?? [];
  const isPage = target.startsWith("docs/") && target.endsWith(".md") && !target.startsWith("docs/decisions/");
  if (!isPage && !published.has(name)) return undefined;
  const site = isPage ? target.slice("docs/".length) : `packages/${name}.md`;
  const relative = posix.relative(posix.dirname(page), site);
  return `${relative.startsWith(".") ? relative : `./${relative}`}${hash === undefined ? "" : `#${hash}`}`;
}
