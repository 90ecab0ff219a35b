// Builds the site of the documentation, to docs/site: pages and READMEs of packages by VitePress, the API reference by TypeDoc,
// and the playground, which is the page of `usda view` without a server. The pages work from a folder, too; then checks all.

import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import { checkSite } from "./check-site.ts";
import { publishedPackages } from "./published-packages.ts";
import { withOfflineScript, withRelativeUrls } from "./relative-urls.ts";
import { sectionsOf } from "./search-index.ts";
import { writePlayground } from "./write-playground.ts";

const docs = resolve(import.meta.dirname, "..");
const site = join(docs, "site");
const require = createRequire(join(docs, "package.json"));

rmSync(site, { recursive: true, force: true });
run("typedoc", "bin/typedoc");
copyReadmes(join(docs, "packages"));
try {
  run("vitepress", "bin/vitepress.js", "build", ".");
} finally {
  rmSync(join(docs, "packages"), { recursive: true, force: true });
}
makeWorkFromFolder();
cpSync(join(docs, "api"), join(site, "api"), { recursive: true });
await writePlayground(join(site, "playground"));
await checkSite(site);
console.log(`Built docs/site: open ${join(site, "index.html")}, or serve it with \`npx -y pnpm@12 run docs:serve\`.`);

/** Runs the command of a package, and exits with its code if it fails. */
function run(name: string, script: string, ...args: string[]): void {
  const file = join(dirname(require.resolve(`${name}/package.json`)), script);
  const { status } = spawnSync(process.execPath, [file, ...args], { cwd: docs, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

/** The READMEs of published packages are pages: `packages/usda/README.md` is `packages/usda.md`. */
function copyReadmes(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const { folder: name } of publishedPackages()) {
    copyFileSync(join(docs, "../packages", name, "README.md"), join(folder, `${name}.md`));
  }
}

function makeWorkFromFolder(): void {
  const pages = globSync("**/*.html", { cwd: site }).map((path) => path.replaceAll(sep, "/"));
  const sections = pages.toSorted().flatMap((page) => {
    const file = join(site, page);
    const html = readFileSync(file, "utf8");
    writeFileSync(file, withOfflineScript(withRelativeUrls(html, page), page));
    return sectionsOf(html, page);
  });
  writeFileSync(join(site, "search-index.js"), `globalThis.siteSections = ${JSON.stringify(sections)};\n`);
  const source = readFileSync(join(docs, "scripts/offline/offline.ts"), "utf8");
  writeFileSync(join(site, "offline.js"), stripTypeScriptTypes(source));
}
