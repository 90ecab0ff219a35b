// Campaign in CI: The hooks of .pre-commit-hooks.yaml through pre-commit itself, in a real repository
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const repository = resolve(import.meta.dirname, "../..");
const hooksFile = join(repository, ".pre-commit-hooks.yaml");
const packageFolder = join(repository, "packages/usda-lint");
const manifest = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as {
  version: string;
  bin: Record<string, string>;
};

const hasPreCommit = spawnSync("pre-commit", ["--version"]).status === 0;
if (!hasPreCommit) console.warn("pre-commit is not on the PATH (pip install pre-commit): its hooks are not tried.");

const temp = realpathSync(mkdtempSync(join(tmpdir(), "pre-commit-")));
afterAll(() => rmSync(temp, { recursive: true, force: true }));

test("the hooks run the current version of the existing commands", () => {
  const entries = [...readFileSync(hooksFile, "utf8").matchAll(/^ {2}entry: (.+)$/gm)].map(([, entry]) => entry);
  const npx = `npx --yes --package=usda-lint@${manifest.version} --`;
  expect(entries).toEqual([`${npx} usda-lint`, `${npx} usda fmt`]);
  expect(Object.keys(manifest.bin)).toEqual(["usda", "usda-lint"]);
});

test.skipIf(!hasPreCommit || process.platform === "win32")(
  "a commit with findings is rejected, and one with formatted and valid files passes",
  () => {
    const hooks = newRepository("hooks");
    copyFileSync(hooksFile, join(hooks, ".pre-commit-hooks.yaml"));
    git(hooks, "add", ".");
    git(hooks, "commit", "-qm", "hooks");
    const rev = git(hooks, "rev-parse", "HEAD").trim();

    const project = newRepository("project");
    installHere(project);
    write(project, "usda-lint.config.json", '{ "profile": "usda" }\n');
    write(project, ".gitignore", "node_modules\n");
    write(
      project,
      ".pre-commit-config.yaml",
      `repos:\n  - repo: ${hooks}\n    rev: ${rev}\n    hooks:\n      - id: usda-fmt\n      - id: usda-lint\n`,
    );
    write(project, "scenes/bad.usda", '#usda 1.0\ndef "A"\n{\n    int x = "one"\n}\n');
    write(project, "scenes/untidy.usda", '#usda 1.0\ndef "A"   {\n  }\n');
    write(project, "note.txt", 'def "A"   {\n');
    git(project, "add", ".");
    const rejected = run("pre-commit", ["run"], project);
    expect([rejected.status, rejected.output]).toEqual([1, expect.stringContaining("scenes/bad.usda:4:13")]);
    expect(rejected.output).toContain("formatted scenes/untidy.usda");

    write(project, "scenes/bad.usda", '#usda 1.0\n\ndef "A"\n{\n}\n');
    git(project, "add", ".");
    expect(run("pre-commit", ["run"], project)).toMatchObject({ status: 0 });
  },
);

/** Like an installation of the version that the hooks name; a link, so that the sources run from the repository. */
function installHere(project: string): void {
  const bin = join(project, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  symlinkSync(packageFolder, join(project, "node_modules/usda-lint"));
  for (const [name, file] of Object.entries(manifest.bin)) symlinkSync(join("../usda-lint", file), join(bin, name));
}

function newRepository(name: string): string {
  const folder = join(temp, name);
  mkdirSync(folder);
  git(folder, "init", "-q");
  return folder;
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function git(cwd: string, ...args: string[]): string {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
  const { status, output, stdout } = run("git", [...identity, ...args], cwd);
  if (status !== 0) throw new Error(output);
  return stdout;
}

function run(command: string, args: string[], cwd: string): { status: number | null; stdout: string; output: string } {
  // This Node first, whatever runs the tests.
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`,
    PRE_COMMIT_HOME: join(temp, "home"),
  };
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  if (error !== undefined) throw error;
  return { status, stdout, output: stdout + stderr };
}
