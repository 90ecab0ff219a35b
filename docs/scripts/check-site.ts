// Checks the built site: the size of its first page, every link between its files, and in Chromium its pages opened from the
// folder and from a server, with the contrast and the headings of those from the folder.
import { existsSync, globSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, extname, join, posix, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium, type Browser, type Page } from "playwright-core";
import { axeViolations } from "../../test/view/axe-violations.ts";

const CHROMIUM = "/usr/bin/chromium";
/** Maximum size of all that the first page loads, after gzip. */
const MAX_FIRST_PAGE = 200 * 1024;
/** Links of the menu that are followed from a server, with the page that each leads to. */
const MENU = [
  ["Editors", /\/editors\.html$/],
  ["@usdkit/testing", /\/packages\/testing\.html$/],
  ["Three minutes", /\/$/],
] as const;
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** @throws {Error} with all problems. */
export async function checkSite(site: string): Promise<void> {
  const pages = globSync("**/*.html", { cwd: site }).map((path) => path.replaceAll(sep, "/"));
  const size = firstPageSize(site);
  console.log(`First page: ${(size / 1024).toFixed(0)} KB after gzip, at most ${MAX_FIRST_PAGE / 1024}.`);
  const problems = size > MAX_FIRST_PAGE ? ["the first page is too large"] : [];
  problems.push(...brokenLinks(site, pages));
  const own = pages.filter((page) => !/^(?:api|playground)\//.test(page) && page !== "404.html");
  if (existsSync(CHROMIUM)) problems.push(...(await openPages(site, own)));
  else console.log(`Not opened in a browser: there is no ${CHROMIUM}.`);
  if (problems.length > 0) throw new Error(`docs/site:\n${problems.join("\n")}`);
  console.log(`Checked ${pages.length} pages.`);
}

/** Bytes of the first page and the files that it names, after gzip; fonts are compressed already. */
export function firstPageSize(site: string): number {
  const html = readFileSync(join(site, "index.html"), "utf8");
  const files = Array.from(html.matchAll(/<(?:link|script)\b[^>]*\s(?:href|src)="([^"]+)"/g), ([, url = ""]) => url);
  const sizes = ["index.html", ...files].map((file) => gzipSync(readFileSync(join(site, file))).length);
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** Links, scripts and styles that name no file of the site, or no element of a page. */
export function brokenLinks(site: string, pages: readonly string[]): string[] {
  const known = new Map<string, string>();
  const read = (page: string): string => {
    const html = known.get(page) ?? readFileSync(join(site, page), "utf8");
    known.set(page, html);
    return html;
  };
  return pages.flatMap((page) =>
    Array.from(read(page).matchAll(/<(?:a|link|script|img)\b[^>]*\s(?:href|src)="([^"]*)"/g), ([, url = ""]) => url)
      .filter((url) => !/^(?:[a-z]+:|data:)/i.test(url))
      .flatMap((url) => {
        const [path = "", hash = ""] = url.replaceAll("&amp;", "&").split("#", 2);
        if (path.startsWith("/")) return [`${page}: the link ${url} is not relative`];
        const target = path === "" ? page : posix.join(posix.dirname(page), path.split("?", 1)[0] ?? "");
        if (!existsSync(join(site, target)) || target.endsWith("/")) return [`${page}: ${url} leads to no file`];
        const id = decodeURIComponent(hash);
        const isFound = id === "" || page === "404.html" || read(target).includes(` id="${id}"`);
        // TypeDoc makes ids of its pages with its script.
        return isFound || target.startsWith("api/") ? [] : [`${page}: ${url} leads to no heading`];
      }),
  );
}

async function openPages(site: string, pages: readonly string[]): Promise<string[]> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    return [...(await openFromFolder(browser, site, pages)), ...(await openFromServer(browser, site))];
  } finally {
    await browser.close();
  }
}

/** Contrast and headings of a page, in both themes. */
async function inaccessible(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const rules = ["color-contrast", "heading-order", "page-has-heading-one", "empty-heading"];
    found.push(...(await axeViolations(page, rules)).map((text) => `${name}, ${colorScheme}: ${text}`));
  }
  return found;
}

/** Each page from its file: it is laid out, its styles apply, and search leads to another page. */
async function openFromFolder(browser: Browser, site: string, pages: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  const page = await browser.newPage();
  page.on("pageerror", ({ message }) => problems.push(`${page.url()}: ${message}`));
  page.on("request", (request) => {
    if (!/^(?:file|data|blob):/.test(request.url())) problems.push(`${page.url()} requests ${request.url()}`);
  });
  for (const name of pages) {
    await page.goto(pathToFileURL(join(site, name)).href);
    // The pages of rules have one template.
    if (!/^rules\/(?!README)/.test(name) || name.startsWith("rules/a"))
      problems.push(...(await inaccessible(page, name)));
    const look = await page.evaluate(`(() => {
      const bar = document.querySelector(".VPNav");
      return { title: document.title, text: document.querySelector("main h1")?.textContent ?? "",
        position: bar === null ? "" : getComputedStyle(bar).position };
    })()`);
    const { text, position } = look as { text: string; position: string };
    if (text === "" || position !== "fixed") problems.push(`${name} from the folder: ${JSON.stringify(look)}`);
  }
  await page.goto(pathToFileURL(join(site, "index.html")).href);
  await page.click("#local-search button");
  await page.fill(".offline-dialog input", "resolution limit");
  await page.waitForSelector(".offline-dialog li a");
  await page.click('.offline-dialog li a[href*="rules/resolution-limit.html"]');
  await page.waitForURL(/^file:.*rules\/resolution-limit\.html/);
  await page.click("header a.title");
  await page.waitForURL(/^file:.*\/index\.html$/);
  await page.locator('a[href$="playground/index.html"]').first().click();
  await page.waitForURL(/^file:.*\/playground\/from-folder\.html$/);
  await page.waitForSelector("canvas[data-quality=sharp]");
  await page.close();
  return problems;
}

/** From a server the site's program runs: links change the page without loading it again, and search finds pages. */
async function openFromServer(browser: Browser, site: string): Promise<string[]> {
  const problems: string[] = [];
  const server = serve(site);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const page = await browser.newPage();
  page.on("pageerror", ({ message }) => problems.push(`${page.url()}: ${message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${page.url()}: ${response.status()} for ${response.url()}`);
  });
  try {
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: "networkidle" });
    await page.evaluate("globalThis.isSamePage = true");
    for (const [text, url] of MENU) {
      await page.locator(".VPSidebar a", { hasText: text }).first().click();
      await page.waitForURL(url);
    }
    if ((await page.evaluate("globalThis.isSamePage")) !== true)
      problems.push("the site's program does not follow links");
    await page.click("#local-search button");
    await page.fill(".VPLocalSearchBox input", "resolution limit");
    await page.waitForSelector(".VPLocalSearchBox .result");
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
  }
  return problems;
}

function serve(site: string): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = join(site, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    if (dirname(file).startsWith(site) && existsSync(file)) {
      const type = TYPES[extname(file)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type }).end(readFileSync(file));
    } else response.writeHead(404).end();
  });
}
