// Campaign in CI: The GitHub Action, run as a runner does: its script in bash, with the inputs in the environment
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const action = readFileSync(join(root, ".github/actions/usda-lint/action.yml"), "utf8");
const packageFolder = join(root, "packages/usda-lint");
const { version, bin } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as {
  version: string;
  bin: Record<string, string>;
};
/** The script, without its indentation. */
const script = (/run: \|\n((?: {8}.*\n)+)/.exec(action)?.[1] ?? "").replaceAll(/^ {8}/gm, "");

const temp = realpathSync(mkdtempSync(join(tmpdir(), "action-")));
afterAll(() => rmSync(temp, { recursive: true, force: true }));

test("inputs are passed in the environment and not inserted into the script", () => {
  expect(script).toContain("npx");
  expect(script).not.toContain("${{");
  const inputs = Array.from(action.matchAll(/^ {2}(\w+):\n {4}description/gm), ([, name = ""]) => name);
  expect(inputs).toEqual(["paths", "args", "version", "sarif"]);
  for (const name of inputs) expect(action).toContain(`${name.toUpperCase()}: \${{ inputs.${name} }}`);
});

test.skipIf(process.platform === "win32")("annotations, a report, and the exit code", () => {
  // Like an installation of the requested version; a link, so that the sources run from their place in the repository.
  const commands = join(temp, "node_modules/.bin");
  mkdirSync(commands, { recursive: true });
  symlinkSync(packageFolder, join(temp, "node_modules/usda-lint"));
  for (const [name, file] of Object.entries(bin)) symlinkSync(join("../usda-lint", file), join(commands, name));
  writeFileSync(join(temp, "package.json"), "{}");
  writeFileSync(join(temp, "a.usda"), '#usda 1.0\ndef "A"\n{\n    int x = "one"\n}\n');
  writeFileSync(join(temp, "b b.usda"), '#usda 1.0\n\ndef "A"\n{\n}\n');
  const run = (inputs: Readonly<Record<string, string>>): { status: number | null; stdout: string } => {
    const defaults = { PATHS: ".", ARGS: "", VERSION: version, SARIF: "" };
    const PATH = `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`;
    const { status, stdout } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", script], {
      cwd: temp,
      env: { ...process.env, ...defaults, ...inputs, PATH },
      encoding: "utf8",
    });
    return { status, stdout };
  };
  const found = run({ ARGS: "--profile usda", SARIF: "out.sarif" });
  expect(found).toEqual({ status: 1, stdout: expect.stringMatching(/^::error file=a\.usda,line=4,/) as string });
  expect(JSON.parse(readFileSync(join(temp, "out.sarif"), "utf8"))).toMatchObject({ version: "2.1.0" });
  expect(run({ PATHS: "b*.usda", ARGS: "--profile usda --quiet" })).toEqual({ status: 0, stdout: "" });
  // A path may look like a script.
  expect(run({ PATHS: "$(touch${IFS}hacked)" }).status).toBe(2);
  expect(() => readFileSync(join(temp, "hacked"))).toThrow();
});
