// Tries the built packages as a user gets them: packs each, installs the archives into an empty project outside of the
// workspace, imports every entry point and runs the examples of test/packages (JavaScript, type-checked against the packed
// declarations), and runs every command, on this Node and on the oldest one that the packages declare. Projects in
// test/packages (a folder with a package.json) are installed with the archives and tested with `npm test`, which is how
// entry points are tried that only load inside of a test runner. Run `build` first.

import { spawn } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { measurePackage, readLimits, sizeProblem, type PackageSize } from "./package-sizes.ts";
import { reporters } from "../../packages/usda-lint/src/reporters/index.ts";

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  bin?: Record<string, string>;
  exports?: Record<string, unknown>;
  engines?: { node?: string };
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

interface Packed {
  /** The files of the archive. */
  folder: string;
  archive: string;
  manifest: Manifest;
}

/** A configuration that is code, with a rule that finds every prim. */
const OWN_CONFIG = `import { defineConfig } from "usda-lint";
export default defineConfig({
  customRules: [{
    meta: { id: "own", summary: "Own", severity: "error", effect: null, profiles: ["usd"] },
    check: ({ report }) => ({ prim: (prim) => report({ message: "Own.", range: prim.range, primPath: prim.path }) }),
  }],
});
`;

/** With all that the service needs, so that there is nothing to find. */
const SCENE = `#usda 1.0
(
    defaultPrim = "World"
)

def Xform "World"
{
    def Camera "Main"
    {
    }
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        rel camera = </World/Main>
        uniform int2 resolution = (64, 48)
    }
}
`;

/** A scene that the renderer draws without other files. */
const SPLATS = `#usda 1.0
def Camera "Main" {}
def ParticleField3DGaussianSplat "Splats"
{
    point3f[] positions = [(0, 0, -3)]
    quatf[] orientations = [(1, 0, 0, 0)]
    float3[] scales = [(0.5, 0.5, 0.5)]
    float[] opacities = [1]
    uniform int radiance:sphericalHarmonicsDegree = 0
    float3[] radiance:sphericalHarmonicsCoefficients = [(1, 1, 1)]
}
`;

const root = resolve(import.meta.dirname, "../..");
const temp = mkdtempSync(join(tmpdir(), "check-packages-"));
const isWindows = process.platform === "win32";
/** Test runners, and the entry points of that name that load only inside of them. */
const runners: ReadonlySet<string> = new Set(["vitest", "jest"]);
let failures = 0;

try {
  const packed = await pack();
  for (const each of packed) await lint(each);
  checkSizes(packed);
  // Both mostly wait for installations.
  await Promise.all([installAndUse(packed), runProjects(packed)]);
} finally {
  rmSync(temp, { recursive: true, force: true });
}
console.log(failures === 0 ? "Packages: all work." : `Packages: ${failures} failures.`);
if (failures > 0) process.exitCode = 1;

async function pack(): Promise<Packed[]> {
  const manifests = globSync("packages/*/package.json", { cwd: root }).toSorted();
  const packed: Packed[] = [];
  for (const path of manifests) {
    const folder = join(root, dirname(path));
    if (readManifest(folder).private === true) continue;
    if (!existsSync(join(folder, "dist"))) throw new Error(`${folder} is not built: run the build script first`);
    const archive = join(temp, `${packed.length}.tgz`);
    // Through the pnpm that runs this script: it swaps publishConfig in.
    must("pnpm pack", await pnpm(["pack", "--out", archive], folder));
    const content = join(temp, `content-${packed.length}`);
    mkdirSync(content);
    must("tar", await run("tar", ["-xzf", archive, "-C", content], temp));
    const unpacked = join(content, "package");
    packed.push({ folder: unpacked, archive, manifest: readManifest(unpacked) });
    for (const file of ["README.md", "LICENSE"]) {
      if (!existsSync(join(unpacked, file))) fail(`${path}: the archive has no ${file}`);
    }
  }
  return packed;
}

async function lint({ folder, manifest }: Packed): Promise<void> {
  const { messages } = await publint({ pkgDir: folder, pack: false, strict: true });
  for (const message of messages) {
    fail(`${manifest.name}: ${formatMessage(message, { ...manifest }, { color: false }) ?? message.code}`);
  }
}

function checkSizes(packed: readonly Packed[]): void {
  const limits = readLimits();
  const sizes = packed.map(({ manifest, archive, folder }): [string, PackageSize] => [
    manifest.name,
    measurePackage(archive, folder),
  ]);
  for (const [name, size] of sizes) {
    const problem = sizeProblem(name, size, limits);
    if (problem !== undefined) fail(problem);
  }
  const total = sizes.reduce((sum, [, { unpacked }]) => sum + unpacked, 0);
  console.log(
    `Sizes, archive and unpacked: ${sizes.map(([name, s]) => `${name} ${s.archive}/${s.unpacked}`).join(", ")}.`,
  );
  console.log(`All packages unpacked: ${total} KB.`);
}

async function installAndUse(packed: Packed[]): Promise<void> {
  const project = join(temp, "project");
  mkdirSync(project);
  const archives = archivesOf(packed);
  const entries = packed.flatMap(({ manifest }) =>
    Object.keys(manifest.exports ?? {})
      .filter((key) => !key.endsWith(".json") && !key.includes("*") && !runners.has(key.slice(2)))
      .map((key) => manifest.name + key.slice(1)),
  );
  // Peers that any program may have; a test runner is a separate project.
  const peers = Object.fromEntries(
    packed.flatMap(({ manifest: { peerDependencies, devDependencies } }) =>
      Object.keys(peerDependencies ?? {})
        .filter((name) => !runners.has(name))
        .map((name): [string, string] => [name, devDependencies?.[name] ?? "*"]),
    ),
  );
  const dependencies = { ...peers, ...archives };
  write(project, "package.json", JSON.stringify({ private: true, dependencies, overrides: archives }));
  must("npm install", await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], project));

  // Every entry point loads and has declarations, and the examples of test/packages run; the declarations'
  // own errors count (no skipLibCheck).
  const imports = entries.map((entry, i) => `import * as m${i} from "${entry}";`).join("\n");
  const names = entries.map((_, i) => `m${i}`).join(", ");
  write(project, "entries.mjs", `${imports}\nif ([${names}].some((m) => typeof m !== "object")) throw new Error();\n`);
  write(project, "entries.mts", `${imports}\nexport const modules: object[] = [${names}];\n`);
  const examples = globSync("*.mjs", { cwd: join(root, "test/packages") });
  for (const example of examples) write(project, example, readExample(example));
  write(project, "scene.usda", SCENE);
  write(project, "splats.usda", SPLATS);
  const compilerOptions = {
    module: "nodenext",
    target: "es2024",
    types: [],
    strict: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
  };
  // Types that name platform classes (`URL`, `AbortSignal`) are for programs that have them; the others must not need them.
  const platform = platformPackages(packed);
  const anywhere = entries.filter((entry) => !platform.some((name) => entry === name || entry.startsWith(`${name}/`)));
  write(project, "anywhere.mts", importsOf(anywhere));
  // The SDK of the server for agents has types of Node.
  write(project, "platform.mts", importsOf(entries.filter((entry) => entry !== "@usdkit/mcp")));
  const own = examples.filter((example) => platform.some((name) => readExample(example).includes(`"${name}`)));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const check = async (name: string, lib: string[], files: string[]): Promise<void> => {
    write(project, `${name}.json`, JSON.stringify({ compilerOptions: { ...compilerOptions, lib }, files }));
    must(`types (${name})`, await run(process.execPath, [tsc, "-p", `${name}.json`], project));
  };
  await check("tsconfig", ["es2024"], ["anywhere.mts", ...examples.filter((example) => !own.includes(example))]);
  // `Symbol.asyncDispose` is in Node's own types.
  await check("tsconfig.platform", ["es2024", "dom", "esnext.disposable"], ["platform.mts", ...own]);

  for (const node of [process.execPath, await oldestNode(packed)]) {
    if (node === undefined) continue;
    const version = (await run(node, ["--version"], project)).stdout.trim();
    for (const file of ["entries.mjs", ...examples]) must(`${file} on ${version}`, await run(node, [file], project));
    for (const { manifest } of packed) {
      for (const [command, file] of Object.entries(manifest.bin ?? {})) {
        const script = join(project, "node_modules", manifest.name, file);
        const { stdout, status, stderr } = await run(node, [script, "--version"], project);
        if (status !== 0 || stdout.trim() !== manifest.version) {
          fail(`${command} --version on ${version}: exit code ${status}, printed ${stdout}${stderr}`);
        }
        // The second time with the compiled code that the first has kept.
        if (command === "usda-lint") {
          for (const time of ["first", "second"]) {
            must(`${command} for the ${time} time on ${version}`, await run(node, [script, "scene.usda"], project));
          }
        }
      }
    }
    await useLinter(join(project, "node_modules/usda-lint"), node, project);
    await useRenderer(join(project, "node_modules/usda-lint"), node, project);
    await useSpatial(join(project, "node_modules/@usdkit/spatial-cli"), node, project);
    console.log(`Tried on ${version}.`);
  }
  for (const command of packed.flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}))) {
    must(command, await run(join(project, "node_modules/.bin", command), ["--version"], project));
  }
}

function importsOf(entries: readonly string[]): string {
  const imports = entries.map((entry, i) => `import * as m${i} from "${entry}";`).join("\n");
  return `${imports}\nexport const modules: object[] = [${entries.map((_, i) => `m${i}`).join(", ")}];\n`;
}

/**
 * The contract and all that builds on it: zod, which is in its declarations, needs those of a platform itself. The renderer can be
 * stopped by an AbortSignal.
 */
function platformPackages(packed: readonly Packed[]): readonly string[] {
  const names = new Set<string>(["@usdkit/contract", "@usdkit/mcp", "@usdkit/raster"]);
  // As many rounds as there could be steps from one package to another.
  for (let round = 0; round < packed.length; round++) {
    for (const { manifest } of packed) {
      if (Object.keys(manifest.dependencies ?? {}).some((name) => names.has(name))) names.add(manifest.name);
    }
  }
  return [...names];
}

function readExample(name: string): string {
  return readFileSync(join(root, "test/packages", name), "utf8");
}

/** Runs calls that load chunks on demand, each of which may be missing or broken. */
async function useLinter(folder: string, node: string, project: string): Promise<void> {
  const script = join(folder, readManifest(folder).bin?.["usda-lint"] ?? "");
  const files = globSync(join(folder, "dist/bin/**/*.js"));
  for (const file of files) must(file, await run(node, ["--check", file], project));
  write(project, "bad.usda", '#usda 1.0\ndef "A"\n{\n    int x = "one"\n}\n');
  const calls: [string[], number][] = [
    ...Object.keys(reporters).map((name): [string[], number] => [["--format", name, "bad.usda"], 1]),
    [["explain", "usda-syntax"], 0],
    [["rules", "--format", "json"], 0],
    [["completion", "bash"], 0],
    [["--help"], 0],
  ];
  // In a separate folder: a configuration that is code, threads, and a cache that is cold and then warm.
  mkdirSync(join(project, "own"), { recursive: true });
  write(project, "own/usda-lint.config.mjs", OWN_CONFIG);
  for (const name of ["a", "b", "c"]) write(project, `own/${name}.usda`, '#usda 1.0\ndef "Own"\n{\n}\n');
  const own = (...args: string[]): [string[], number] => [["--config", "own/usda-lint.config.mjs", ...args, "own"], 1];
  calls.push(own(), own("--jobs", "2"));
  calls.push([["--config", "own/usda-lint.config.mjs", "--print-config"], 0]);
  calls.push([["--cache", "bad.usda"], 1], [["--cache", "bad.usda"], 1], [["--cache", "--jobs", "2", "bad.usda"], 1]);
  for (const [args, expected] of calls) {
    const { status, stdout, stderr } = await run(node, [script, ...args], project);
    if (status !== expected || stdout === "" || stderr !== "") {
      fail(`usda-lint ${args.join(" ")}: exit code ${status}, printed ${stdout.slice(0, 200)}${stderr}`);
    }
  }
}

/** The command finds an installed renderer, and reports a missing one. */
async function useRenderer(folder: string, node: string, project: string): Promise<void> {
  const script = readManifest(folder).bin?.["usda"] ?? "";
  const args = ["render", "splats.usda", "-o", "scene.png", "--size", "64x48"];
  must("usda render", await run(node, [join(folder, script), ...args], project));
  // The same files where no other package can be found.
  const alone = join(temp, "alone");
  cpSync(join(folder, "dist"), join(alone, "dist"), { recursive: true });
  const { status, stderr } = await run(node, [join(alone, script), ...args], project);
  if (status !== 2 || !stderr.includes("npm install @usdkit/raster")) {
    fail(`usda render without the renderer: exit code ${status}, printed ${stderr}`);
  }
}

/** The chunks of the client and the rules load; no service is called, as the address is missing or unused. */
async function useSpatial(folder: string, node: string, project: string): Promise<void> {
  const script = join(folder, readManifest(folder).bin?.["spatial"] ?? "");
  const there = ["--base-url", "http://127.0.0.1:1", "--api-key", "nobody"];
  const calls: [string[], number, string][] = [
    [["--help"], 0, "Render scenes"],
    [["render", "scene.usda", "-o", "scene.png", "--json"], 2, "Missing address of the service"],
    [["render", "scene.usda", "-o", "scene.png", "--json", ...there], 1, "could not be reached"],
    [["render", "bad.usda", "-o", "scene.png", "--json", ...there], 2, "SceneInvalidError"],
    [["stream", "scene.usda", "--json", ...there], 1, "could not be reached"],
  ];
  for (const [args, expected, text] of calls) {
    const { status, stdout, stderr } = await run(node, [script, ...args], project);
    if (status !== expected || !stdout.includes(text)) {
      fail(`spatial ${args.join(" ")}: exit code ${status}, printed ${stdout.slice(0, 200)}${stderr}`);
    }
  }
}

function archivesOf(packed: readonly Packed[]): Record<string, string> {
  return Object.fromEntries(packed.map(({ archive, manifest }) => [manifest.name, `file:${archive}`]));
}

/** Projects that use the packages inside of another tool: workspaces of one project, since each installation takes many seconds. */
async function runProjects(packed: readonly Packed[]): Promise<void> {
  const archives = archivesOf(packed);
  const projects = join(temp, "projects");
  cpSync(join(root, "test/packages"), projects, { recursive: true });
  const names = globSync("*/package.json", { cwd: projects }).map(dirname).toSorted();
  const manifest = { private: true, workspaces: names, dependencies: archives, overrides: archives };
  write(projects, "package.json", JSON.stringify(manifest));
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts"];
  must("npm install of the projects", await run("npm", install, projects));
  for (const name of names) {
    must(`npm test of ${name}`, await run("npm", ["test"], join(projects, name)));
    console.log(`Tried in ${name}.`);
  }
}

/** The lowest Node of the packages' `engines`, from the registry; undefined if there is none for this machine. */
async function oldestNode(packed: Packed[]): Promise<string | undefined> {
  const lowest = packed[0]?.manifest.engines?.node?.replace(">=", "");
  const folder = join(temp, "node");
  const name = `node-${isWindows ? "win" : process.platform}-${process.arch}`;
  mkdirSync(folder);
  write(folder, "package.json", JSON.stringify({ private: true, dependencies: { [name]: `${lowest}.0` } }));
  if ((await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], folder)).status !== 0) {
    console.log(`Not tried on Node ${lowest}: the registry gave none for this machine.`);
    return undefined;
  }
  return join(folder, "node_modules", name, isWindows ? "bin/node.exe" : "bin/node");
}

interface Result {
  status: number | null;
  stdout: string;
  stderr: string;
}

function run(command: string, args: string[], cwd: string): Promise<Result> {
  // The settings of the outer npx and pnpm must not affect the npm that installs here.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(local_|global_)?prefix$/i.test(name)),
  );
  const child = spawn(command, args, { cwd, env, shell: isWindows, stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolveResult, reject) => {
    const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      return parts;
    });
    child.on("error", reject);
    child.on("close", (status) => {
      const text = (parts: readonly Buffer[] = []): string => Buffer.concat(parts).toString("utf8");
      resolveResult({ status, stdout: text(stdout), stderr: text(stderr) });
    });
  });
}

function pnpm(args: string[], cwd: string): Promise<Result> {
  const self = process.env["npm_execpath"];
  if (self === undefined) throw new Error("run this through pnpm");
  return /\.[cm]?js$/.test(self) ? run(process.execPath, [self, ...args], cwd) : run(self, args, cwd);
}

function must(what: string, { status, stdout, stderr }: Result): void {
  if (status !== 0) fail(`${what}: exit code ${status}\n${stdout}${stderr}`);
}

function fail(message: string): void {
  failures++;
  console.error(message);
}

function write(folder: string, name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}
