// Bundles pages with esbuild, Vite and webpack, without warnings, and opens each bundle in Chromium, if it is there.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build as esbuild } from "esbuild";
import { chromium } from "playwright-core";
import { build as vite } from "vite";
import webpack from "webpack";

const CHROMIUM = "/usr/bin/chromium";
/** Limits in KB after gzip: a package that brings more than before is seen. */
const LIMITS = { page: 330, raster: 900, convert: 250 };

/** glTF-Transform imports these when it runs in Node: bundles for pages leave them out. */
const NODE = /^node:/;

const bundlers = {
  async esbuild(entry, folder) {
    const outfile = join(folder, "page.js");
    const options = {
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      outfile,
      external: ["node:*"],
    };
    const { warnings } = await esbuild({ entryPoints: [entry], logLevel: "silent", ...options });
    if (warnings.length > 0) throw new Error(`esbuild: ${warnings.map(({ text }) => text).join("\n")}`);
    return outfile;
  },
  async vite(entry, folder) {
    const warnings = [];
    await vite({
      logLevel: "silent",
      build: {
        target: "es2024",
        outDir: folder,
        chunkSizeWarningLimit: 10_000,
        lib: { entry, formats: ["es"], fileName: "page" },
        rolldownOptions: {
          external: NODE,
          onLog: (level, log) => {
            if (level === "warn") warnings.push(log.message);
          },
        },
      },
    });
    if (warnings.length > 0) throw new Error(`vite: ${warnings.join("\n")}`);
    return join(folder, "page.js");
  },
  async webpack(entry, folder) {
    const stats = await new Promise((done, fail) => {
      const output = { path: resolve(folder), filename: "page.js", module: true };
      webpack(
        {
          mode: "production",
          entry: resolve(entry),
          output,
          experiments: { outputModule: true },
          performance: false,
          externals: NODE,
        },
        (error, result) => (error === null ? done(result) : fail(error)),
      );
    });
    const { errors = [], warnings = [] } = stats?.toJson({ errors: true, warnings: true }) ?? {};
    const problems = [...errors, ...warnings].map(({ message, moduleName }) => `${moduleName ?? ""}: ${message}`);
    if (problems.length > 0) throw new Error(`webpack: ${problems.join("\n")}`);
    return join(folder, "page.js");
  },
};

for (const entry of ["page", "raster", "convert"]) {
  for (const [name, bundle] of Object.entries(bundlers)) {
    const folder = join("out", `${name}-${entry}`);
    mkdirSync(folder, { recursive: true });
    const file = await bundle(`${entry}.js`, folder);
    const size = gzipSync(readFileSync(file)).length / 1024;
    console.log(
      `${name}: ${entry} is ${(statSync(file).size / 1024).toFixed(0)} KB, ${size.toFixed(0)} KB after gzip.`,
    );
    if (size > (LIMITS[entry] ?? 0)) throw new Error(`${name}: ${entry} has more than ${LIMITS[entry]} KB after gzip`);
    writeFileSync(join(folder, "index.html"), '<!doctype html><script type="module" src="page.js"></script>');
    if (existsSync(CHROMIUM)) await open(folder, `${name}: ${entry}`);
  }
}
if (!existsSync(CHROMIUM)) console.log(`Not opened: there is no ${CHROMIUM}.`);

/** Opens a page from a server on this machine, as modules are not loaded from files. */
async function open(folder, name) {
  const types = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const file = join(folder, path === "/" ? "index.html" : path);
    if (!existsSync(file)) response.writeHead(404).end();
    else
      response
        .writeHead(200, { "content-type": types[/\.\w+$/.exec(file)?.[0] ?? ""] ?? "text/plain" })
        .end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction("document.title !== ''", undefined, { timeout: 30_000 }).catch(() => {});
    const title = await page.title();
    if (title !== "works" || problems.length > 0) throw new Error(`${name}: ${title} ${problems.join("\n")}`);
  } finally {
    await browser.close();
    server.close();
  }
}
