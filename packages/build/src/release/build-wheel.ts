// The Python wheel `usda-lint`, from the built commands and packages/usda-lint/python: installs it in an environment of its
// own, runs both commands, and tries the mirror repository for pre-commit with pre-commit itself. Run `build` first. Needs
// Python 3.9 or newer, and PyPI.

import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../../..");
const folder = join(root, "packages/usda-lint");
const target = join(folder, "dist/wheel");
const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
const bin = process.platform === "win32" ? "Scripts" : "bin";
const SCENE = '#usda 1.0\ndef Xform "World" {\n    int x = 1\n    int x = 2\n}\n';

if (!existsSync(join(folder, "dist/bin/usda-lint.js")))
  throw new Error("usda-lint is not built: run the build script first");
const temp = mkdtempSync(join(tmpdir(), "wheel-"));
try {
  const environment = join(temp, "environment");
  must("python3", [process.env["PYTHON"] ?? "python3", "-m", "venv", environment], temp);
  const python = join(environment, bin, "python");
  const wheel = buildWheel(python);
  console.log(`${wheel}: ${(statSync(wheel).size / 2 ** 20).toFixed(1)} MB.`);
  must("pip", [python, "-m", "pip", "install", "--quiet", wheel, "pre-commit==4.7.0"], temp);
  tryCommands(environment);
  tryMirror(environment);
  console.log("Wheel and hooks: all work.");
} finally {
  rmSync(temp, { recursive: true, force: true });
}

function buildWheel(python: string): string {
  const source = copyTemplate("python");
  cpSync(join(folder, "dist/bin"), join(source, "usda_lint/bin"), { recursive: true });
  cpSync(join(folder, "README.md"), join(source, "README.md"));
  cpSync(join(root, "LICENSE"), join(source, "LICENSE"));
  cpSync(join(folder, "dist/bin/THIRD-PARTY-LICENSES.txt"), join(source, "THIRD-PARTY-LICENSES.txt"));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  must("pip wheel", [python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", target, source], temp);
  const [name = ""] = readdirSync(target);
  return join(target, name);
}

/** A copy of a folder of the package with its version. */
function copyTemplate(name: string): string {
  const copy = join(temp, name);
  cpSync(join(folder, name), copy, { recursive: true });
  const file = join(copy, "pyproject.toml");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll('VERSION"', `${version}"`));
  return copy;
}

function tryCommands(environment: string): void {
  const work = join(temp, "work");
  mkdirSync(work);
  writeFileSync(join(work, "a.usda"), SCENE);
  // Without Node on the PATH.
  const env = { PATH: join(environment, bin), HOME: temp };
  const expect = (args: readonly string[], status: number, text: string): void => {
    const [command = "", ...rest] = args;
    const result = spawnSync(join(environment, bin, command), rest, { cwd: work, env, encoding: "utf8" });
    if (result.status === status && `${result.stdout}${result.stderr}`.includes(text)) return;
    throw new Error(`${args.join(" ")}: exit code ${result.status}\n${result.stdout}${result.stderr}`);
  };
  expect(["usda-lint", "--version"], 0, version);
  expect(["usda-lint", "--profile", "usda", "--max-warnings", "0", "a.usda"], 1, "duplicate-field");
  expect(["usda-lint", "--jobs", "2", "--profile", "usda", "a.usda"], 0, "duplicate-field");
  expect(["usda", "fmt", "--check", "a.usda"], 1, "a.usda");
}

/** A commit is stopped for what the hooks find, and passes when it is fixed. */
function tryMirror(environment: string): void {
  const git = (cwd: string, ...args: string[]): string =>
    must(
      "git",
      ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false", ...args],
      cwd,
    );
  const mirror = copyTemplate("pre-commit-mirror");
  git(mirror, "init", "-q");
  git(mirror, "add", ".");
  git(mirror, "commit", "-qm", `v${version}`);
  const rev = git(mirror, "rev-parse", "HEAD").trim();

  const project = join(temp, "project");
  mkdirSync(project);
  git(project, "init", "-q");
  const hooks = ["usda-fmt", "usda-lint"].map((id) => `      - id: ${id}\n`).join("");
  writeFileSync(
    join(project, ".pre-commit-config.yaml"),
    `repos:\n  - repo: ${mirror}\n    rev: ${rev}\n    hooks:\n${hooks}`,
  );
  writeFileSync(
    join(project, "usda-lint.config.json"),
    '{ "profile": "usda", "rules": { "duplicate-field": "error" } }\n',
  );
  writeFileSync(join(project, "a.usda"), SCENE);
  git(project, "add", ".");
  const env = { ...process.env, PRE_COMMIT_HOME: join(temp, "pre-commit"), PIP_FIND_LINKS: target };
  const run = (): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync(join(environment, bin, "pre-commit"), ["run"], {
      cwd: project,
      env,
      encoding: "utf8",
    });
    return { status, output: stdout + stderr };
  };
  const stopped = run();
  if (
    stopped.status !== 1 ||
    !stopped.output.includes("duplicate-field") ||
    !stopped.output.includes("formatted a.usda")
  ) {
    throw new Error(`pre-commit: exit code ${stopped.status}\n${stopped.output}`);
  }
  writeFileSync(join(project, "a.usda"), readFileSync(join(project, "a.usda"), "utf8").replace("    int x = 2\n", ""));
  git(project, "add", ".");
  const passed = run();
  if (passed.status !== 0) throw new Error(`pre-commit: exit code ${passed.status}\n${passed.output}`);
}

function must(what: string, [command = "", ...args]: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${what}: exit code ${status}\n${stdout}${stderr}`);
  return stdout;
}
