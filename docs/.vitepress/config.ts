import { defineConfig } from "vitepress";

/** The site reads the Markdown of this folder. `pnpm run docs` adds the API reference and the playground. */
export default defineConfig({
  title: "usdkit",
  description: "Read, check, edit and render OpenUSD scenes in TypeScript",
  outDir: "site",
  srcExclude: ["decisions/**", "api/**", "site/**"],
  // Links to files of the repository, which the site does not have; and to what is added later.
  ignoreDeadLinks: [
    /\.\.\/packages\//,
    /\.\.\/test\//,
    /^\/?(?:\.\/)?(?:\.\.\/)?(?:api|playground|decisions)\//,
    /\.\/decisions/,
  ],
  // A close enough coloring: comments, strings and numbers are the same.
  markdown: { languageAlias: { usda: "python" } },
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
          { text: "Three minutes to a picture", link: "/" },
          { text: "A page of your scene", link: "/guides/view" },
          { text: "From usdchecker and usdview", link: "/guides/from-usdchecker-and-usdview" },
          { text: "pre-commit, GitHub, GitLab", link: "/ci" },
          { text: "The gateway", link: "/gateway" },
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
        ],
      },
    ],
  },
});
