// The scripts that make the site work from a folder; `pnpm run docs` opens the built site itself in a browser.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { brokenLinks, firstPageSize } from "../../docs/scripts/check-site.ts";
import { withOfflineScript, withRelativeUrls } from "../../docs/scripts/relative-urls.ts";
import { sectionsOf } from "../../docs/scripts/search-index.ts";
import { siteLink } from "../../docs/scripts/site-links.ts";

const folders = new Set(["usda", "raster"]);

test.each([
  ["guides/client.md", "../gateway.md", "../gateway.md"],
  ["rendering.md", "../packages/raster/README.md#bad-files", "./packages/raster.md#bad-files"],
  ["guides/client.md", "../../packages/usda/README.md", "../packages/usda.md"],
  ["packages/raster.md", "../../docs/rendering.md#limits", "../rendering.md#limits"],
  ["packages/raster.md", "../usda/README.md#usda-render", "./usda.md#usda-render"],
  ["index.md", "https://example.org/a.md", "https://example.org/a.md"],
  ["index.md", "#next", "#next"],
  ["rendering.md", "../packages/raster/src/triangles/lights.ts", undefined],
  ["packages/usda.md", "../command/README.md", undefined],
  ["architecture.md", "decisions/2026-11-23-the-linter.md", undefined],
])("on %s, %s leads to %s", (page, href, expected) => {
  expect(siteLink(page, href, folders)).toBe(expected);
});

test("URLs of tags become relative, those in text and of other hosts stay", () => {
  const html =
    '<link href="/assets/a.css"><a class="x" href="/">A</a><a href="/rules/README.html#b">B</a>' +
    '<a href="https://example.org/">C</a><a href="//example.org/">D</a><code>&lt;a href="/x"></code>';
  const expected = (up: string): string =>
    `<link href="${up}assets/a.css"><a class="x" href="${up}index.html">A</a><a href="${up}rules/README.html#b">B</a>` +
    '<a href="https://example.org/">C</a><a href="//example.org/">D</a><code>&lt;a href="/x"></code>';
  expect(withRelativeUrls(html, "index.html")).toBe(expected("./"));
  expect(withRelativeUrls(html, "a/b/c.html")).toBe(expected("../../"));
  expect(withOfflineScript("<head></head>", "a/b.html")).toContain('<script src="../offline.js" defer>');
});

test("sections of a page have plain text", () => {
  const html =
    '<nav>Menu</nav><main><h1 id="top">A &amp; B <a class="header-anchor" href="#top">​</a></h1><p>One <b>two</b></p>' +
    '<h2 id="c" tabindex="-1"><code>c</code></h2><div><span class="lang">sh</span><pre>usda &lt; x</pre></div></main><p>Foot</p>';
  expect(sectionsOf(html, "a.html")).toEqual([
    { url: "a.html#top", page: "A & B", heading: "A & B", text: "One two" },
    { url: "a.html#c", page: "A & B", heading: "c", text: "usda < x" },
  ]);
});

test("broken links are found", () => {
  const site = mkdtempSync(join(tmpdir(), "site-"));
  onTestFinished(() => rmSync(site, { recursive: true, force: true }));
  const files = {
    "index.html":
      '<a href="a/b.html#there">1</a><a href="a/b.html#gone">2</a><a href="c.html">3</a><a href="/a/b.html">4</a>',
    "a/b.html":
      '<h1 id="there"></h1><a href="../index.html">1</a><a href="https://example.org">2</a><script src="d.js"></script>',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(site, name)), { recursive: true });
    writeFileSync(join(site, name), text);
  }
  expect(brokenLinks(site, Object.keys(files))).toEqual([
    "index.html: a/b.html#gone leads to no heading",
    "index.html: c.html leads to no file",
    "index.html: the link /a/b.html is not relative",
    "a/b.html: d.js leads to no file",
  ]);
  writeFileSync(join(site, "index.html"), '<link href="x.bin">');
  writeFileSync(
    join(site, "x.bin"),
    new Uint8Array(1_000_000).map((_, i) => Math.imul(i, 2_654_435_761) >>> 24),
  );
  expect(firstPageSize(site)).toBeGreaterThan(1000);
});
