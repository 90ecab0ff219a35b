import { defineConfig } from "vitepress";
import { publishedPackages } from "../scripts/published-packages.ts";
import { siteLink } from "../scripts/site-links.ts";

const packages = publishedPackages();
const folders: ReadonlySet<string> = new Set(packages.map(({ folder }) => folder));

/** Configures the site of the Markdown in this folder. `pnpm run docs` adds the API reference and the playground. */
export default defineConfig({
  title: "usdkit",
  description: "Read, check, edit and render OpenUSD scenes in TypeScript",
  outDir: "site",
  srcExclude: ["decisions/**", "api/**", "site/**"],
  // The names of languages above code have too little contrast otherwise.
  head: [["style", {}, "html:root { --vp-code-lang-color: var(--vp-c-text-2); }"]],
  // Built after the pages.
  ignoreDeadLinks: [/^\/?(?:\.\/)?(?:api|playground)\//],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // Comments, strings and numbers of USDA have the same syntax as in Python.
    languageAlias: { usda: "python", gitignore: "ini", gitattributes: "ini" },
    config(markdown) {
      // Links to files of the repository become links between pages, or text if the site does not have the file.
      markdown.core.ruler.push("site-links", ({ tokens, env }) => {
        const page = (env as { relativePath?: string }).relativePath ?? "";
        for (const { children } of tokens) {
          let isText = false;
          for (const token of children ?? []) {
            if (token.type === "link_open") {
              const link = siteLink(page, token.attrGet("href") ?? "", folders);
              isText = link === undefined;
              if (link !== undefined) token.attrSet("href", link);
            }
            if (!isText || !token.type.startsWith("link_")) continue;
            token.type = token.type === "link_open" ? "span_open" : "span_close";
            token.tag = "span";
            token.attrs = null;
            if (token.type === "span_close") isText = false;
          }
        }
      });
    },
  },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    search: { provider: "local" },
    nav: [
      { text: "Start", link: "/" },
      { text: "Rules", link: "/rules/README" },
      { text: "API", link: "/api/index.html", target: "_self" },
      { text: "Playground", link: "/playground/index.html", target: "_self" },
    ],
    sidebar: [
      {
        text: "Guides",
        items: [
          { text: "Three minutes to an image", link: "/" },
          { text: "Edit stages", link: "/guides/editing-stages" },
          { text: "Convert models", link: "/guides/converting" },
          { text: "Publish stages", link: "/guides/publishing" },
          { text: "Scenes for agents", link: "/guides/agents" },
          { text: "A page of your scene", link: "/guides/view" },
          { text: "From layers to stages", link: "/guides/from-layers-to-stages" },
          { text: "Stages in programs", link: "/guides/stages-in-programs" },
          { text: "From usdchecker and usdview", link: "/guides/from-usdchecker-and-usdview" },
          { text: "From other USD validators", link: "/guides/from-usd-validators" },
          { text: "Runs over many files", link: "/guides/runs-over-many-files" },
          { text: "pre-commit, GitHub, GitLab", link: "/ci" },
          { text: "Scene and image tests", link: "/guides/scene-and-image-tests" },
          { text: "Recipes", link: "/guides/recipes" },
          { text: "The renderer in a browser", link: "/guides/bundle-for-a-browser" },
          { text: "Libraries of many files", link: "/guides/libraries" },
          { text: "The service from programs", link: "/guides/client" },
          { text: "Editors", link: "/editors" },
          { text: "The gateway", link: "/gateway" },
          { text: "Run the gateway", link: "/guides/gateway-operations" },
        ],
      },
      {
        text: "Reference",
        items: [
          { text: "How the service reads a scene", link: "/how-the-service-reads-your-scene" },
          { text: "Prim types", link: "/prim-types" },
          { text: "Rules", link: "/rules/README" },
          { text: "Rendering", link: "/rendering" },
          { text: "Format support and peers", link: "/formats" },
          { text: "Benchmarks", link: "/benchmarks" },
          { text: "Architecture", link: "/architecture" },
          { text: "Licenses of dependencies", link: "/licenses" },
          { text: "API", link: "/api/index.html", target: "_self" },
          { text: "Playground", link: "/playground/index.html", target: "_self" },
        ],
      },
      {
        text: "Packages",
        items: packages.map(({ folder, name }) => ({ text: name, link: `/packages/${folder}` })),
      },
    ],
  },
});
