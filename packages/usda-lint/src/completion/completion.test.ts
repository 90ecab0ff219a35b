// Real shells, with the scripts that the commands print. What bash and zsh make of the Tab key is seen in what they then run.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ruleMetas } from "@usdkit/validate";
import { describe, expect, test } from "vitest";
import { reporters } from "../reporters/index.ts";
import { plainEnvironment, runCommand, TestFolder } from "../test-support/run-command.ts";

const FILES = { "scene.usda": "", "my scene.usda": "", "other.txt": "", "shots/a.usda": "", "report.json": "" };

/** What is typed (`\t` is the Tab key), and the words that the command is given. */
const TYPED: readonly (readonly [string, string])[] = [
  ["usda-lint --prof\toff\t", "--profile offline"],
  ["usda-lint --profile=off\t", "--profile offline"],
  ["usda-lint --rule dup\toff\t", "--rule duplicate-field:off"],
  ["usda-lint --rule=usda-sy\twarn\t", "--rule usda-syntax:warning"],
  ["usda-lint --format sar\t sc\t", "--format sarif scene.usda"],
  ["usda-lint --format=gitl\t", "--format gitlab"],
  ["usda-lint --format json=rep\t", "--format json=report.json"],
  ["usda-lint --no-col\t sho\t", "--no-color shots"],
  ["usda-lint my\t", "my scene.usda"],
  ["usda-lint --max-warnings 0 -- sc\t", "--max-warnings 0 -- scene.usda"],
  ["usda-lint expl\tduplicate-f\t", "explain duplicate-field"],
  ["usda-lint rul\t --format js\t", "rules --format json"],
  ["usda-lint completion z\t", "completion zsh"],
  ["usda tr\tsc\t --prop\t", "tree scene.usda --properties"],
  ["usda fmt --che\t my\t", "fmt --check my scene.usda"],
];

const missing = (...command: readonly [string, ...string[]]): boolean =>
  spawnSync(command[0], command.slice(1)).error !== undefined;
const hasNoScript = missing("script", "--version");

interface Shell {
  readonly start: (rc: string) => string;
  readonly rc: string;
}

const SHELLS: Readonly<Record<"bash" | "zsh", Shell>> = {
  bash: { start: (rc) => `bash --noprofile --rcfile '${rc}' -i`, rc: "PS1='> '\nHISTFILE=\n" },
  zsh: {
    start: () => "zsh -i",
    rc: "PS1='> '\nHISTFILE=\nunsetopt PROMPT_SP\nautoload -U compinit\ncompinit -u -D\n",
  },
};

describe.each(["bash", "zsh"] as const)("%s", (name) => {
  const isMissing = missing(name, "-c", "exit");
  const why = isMissing
    ? ` (skipped: there is no ${name} here)`
    : hasNoScript
      ? " (skipped: there is no script here)"
      : "";

  test.skipIf(isMissing || hasNoScript)(`what is typed is completed${why}`, async () => {
    const scripts = [
      (await runCommand("usda-lint", ["completion", name])).stdout,
      (await runCommand("usda", ["completion", name])).stdout,
    ];
    // Replacements that print their arguments.
    const functions = ["usda-lint", "usda"].map(
      (program) => `${program}() { printf '\\n@@'; printf '%s|' "$@"; printf '\\n'; }`,
    );
    const { start, rc } = SHELLS[name];
    using folder = new TestFolder({ ...FILES, ".zshrc": [rc, ...scripts, ...functions].join("\n") });
    const rcFile = join(folder.path, ".zshrc");
    const keys = [...TYPED.map(([typed]) => typed), "exit", ""].join("\n");
    const { stdout, error } = spawnSync("script", ["-qec", start(rcFile), "/dev/null"], {
      cwd: folder.path,
      input: keys,
      env: { ...plainEnvironment(), TERM: "dumb", ZDOTDIR: folder.path, HOME: folder.path },
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(error).toBe(undefined);
    const given = Array.from(stdout.matchAll(/^@@(.*)\|\r?$/gm), ([, words = ""]) =>
      words
        .replaceAll(/\/?(?:\||$)/g, " ")
        .trimEnd()
        .replace(/(--(?:profile|rule|format))=/, "$1 "),
    );
    expect(given).toEqual(TYPED.map(([, words]) => words));
  });
});

/** What bash offers where there are several. */
async function bashOffers(line: string): Promise<string[]> {
  const script = (await runCommand("usda-lint", ["completion", "bash"])).stdout;
  const ask = `${script}
COMP_LINE="$1" COMP_POINT=\${#1}
read -ra COMP_WORDS <<< "$2"
if [[ "$1" == *' ' ]]; then COMP_WORDS+=(''); fi
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_usda_lint
printf '%s\\n' "\${COMPREPLY[@]}"`;
  // As readline cuts it.
  const cut = line.replaceAll(/[:=]/g, " $& ");
  using folder = new TestFolder(FILES);
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", ask, "bash", line, cut], {
    cwd: folder.path,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((word) => word !== "");
}

test.skipIf(missing("bash", "-c", "exit"))(
  "bash offers formats, levels, rules, flags, commands and scenes",
  async () => {
    expect((await bashOffers("usda-lint --format ")).toSorted()).toEqual(Object.keys(reporters).toSorted());
    expect((await bashOffers("usda-lint --rule usda-syntax:")).toSorted()).toEqual(["error", "info", "off", "warning"]);
    expect((await bashOffers("usda-lint explain ")).toSorted()).toEqual(ruleMetas.map(({ id }) => id).toSorted());
    expect((await bashOffers("usda-lint ")).toSorted()).toEqual(
      ["completion", "explain", "merge-reports", "my scene.usda", "rules", "scene.usda", "shots"].toSorted(),
    );
    expect(await bashOffers("usda-lint --f")).toContain("--format");
    expect(await bashOffers("usda-lint explain --f")).toEqual([]);
    expect(await bashOffers("usda-lint --max-warnings ")).toEqual([]);
    expect(await bashOffers("usda-lint oth")).toEqual([]);
    expect(await bashOffers("usda-lint -- --f")).toEqual([]);
  },
);

const noFish = missing("fish", "--version");
test.skipIf(noFish)(`fish${noFish ? " (skipped: there is no fish here)" : ""}`, async () => {
  using folder = new TestFolder({ ...FILES, "c.fish": (await runCommand("usda-lint", ["completion", "fish"])).stdout });
  const offers = (line: string): string[] => {
    const { stdout, stderr } = spawnSync(
      "fish",
      ["--no-config", "-c", "source c.fish; complete -C $argv[1]", "--", line],
      {
        cwd: folder.path,
        env: { ...plainEnvironment(), HOME: folder.path },
        encoding: "utf8",
      },
    );
    expect(stderr).toBe("");
    return stdout
      .split("\n")
      .map((offer) => offer.split("\t")[0] ?? "")
      .filter((word) => word !== "");
  };
  expect(offers("usda-lint --format ").toSorted()).toEqual(Object.keys(reporters).toSorted());
  expect(offers("usda-lint --profile=off")).toEqual(["--profile=offline"]);
  expect(offers("usda-lint --rule usda-syntax:").toSorted()).toEqual(
    ["error", "info", "off", "warning"].map((level) => `usda-syntax:${level}`),
  );
  expect(offers("usda-lint explain dup")).toEqual(["duplicate-field"]);
  expect(offers("usda-lint rules --f")).toEqual(["--format"]);
  // fish finds "--f" also in the middle of a rule's name.
  expect(offers("usda-lint explain --f").filter((word) => word.startsWith("-"))).toEqual([]);
  expect(offers("usda-lint sc")).toContain("scene.usda");
  expect(offers("usda-lint ")).toEqual(expect.arrayContaining(["explain", "rules", "completion", "scene.usda"]));
});

test("another shell", async () => {
  const result = await runCommand("usda", ["completion", "zhs"]);
  expect([result.code, result.stdout]).toEqual([2, ""]);
  expect(result.stderr).toContain('expects bash, zsh or fish, found "zhs"');
  expect(await runCommand("usda-lint", ["completion"])).toMatchObject({ code: 2, stdout: "" });
});
