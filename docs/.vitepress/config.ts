import { defineConfig } from "vitepress";

/** Configures the site of the Markdown in this folder. `pnpm run docs` adds the API reference and the playground. */
export default defineConfig({
  title: "usdkit",
  description: "Read, check, edit and render OpenUSD scenes in TypeScript",
  outDir: "site",
  srcExclude: ["decisions/**", "api/**", "site/**"],
  // Links to repository files outside of the site, and to pages that are added later.
  ignoreDeadLinks: [
    /\.\.\/packages\//,
    /\.\.\/test\//,
    /^\/?(?:\.\/)?(?:\.\.\/)?(?:api|playground|decisions)\//,
    /\.\/decisions/,
  ],
  // Comments, strings and numbers of USDA have the same syntax as in Python.
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
          { text: "Three minutes to an image", link: "/" },
          { text: "A page of your scene", link: "/guides/view" },
          { text: "From usdchecker and usdview", link: "/guides/from-usdchecker-and-usdview" },
          { text: "pre-commit, GitHub, GitLab", link: "/ci" },
          { text: "Scene and image tests", link: "/guides/scene-and-image-tests" },
          { text: "The service from programs", link: "/guides/client" },
          { text: "Editors", link: "/editors" },
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
          { text: "Licenses of dependencies", link: "/licenses" },
        ],
      },
    ],
  },
});
