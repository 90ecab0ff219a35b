/** Checks the syntax of data and of languages that are not run here. */
import { checkScene } from "@usdkit/validate";
import { parse as parseToml } from "smol-toml";
import { parseAllDocuments } from "yaml";
import { checkShell } from "./shell.ts";

/** How a block in a language is checked; each throws an error for a block that is wrong. */
export const checks: Readonly<Record<string, (code: string) => void | Promise<void>>> = {
  sh: checkShell,
  /** A session: lines that begin with `$ ` are commands, the others are output. */
  console: (code) =>
    checkShell(
      code
        .split("\n")
        .filter((line) => line.startsWith("$ "))
        .map((line) => line.slice(2))
        .join("\n"),
    ),
  usda: checkUsda,
  json: (code) => void JSON.parse(code),
  yaml: checkYaml,
  toml: (code) => void parseToml(code),
  lua: (code) => {
    checkPairs(code, { comment: "--", pairs: "(){}[]" });
    const blocks = code.match(/\b(?:function|then|do)\b/g)?.length ?? 0;
    if (blocks !== (code.match(/\bend\b/g)?.length ?? 0)) throw new Error("a block has no end");
  },
  elisp: (code) => checkPairs(code, { comment: ";", pairs: "()" }),
};

/** Languages whose check has less than a parser, and why. */
export const weakChecks: Readonly<Record<string, string>> = {
  lua: "Neovim is not among the tools of the tests: only brackets, strings and ends of blocks are checked",
  elisp: "Emacs is not among the tools of the tests: only parentheses and strings are checked",
};

function checkUsda(code: string): void {
  const errors = checkScene(code, { profile: "usda" }).findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ start, message }) => `${start.line}: ${message}`).join("\n"));
}

function checkYaml(code: string): void {
  for (const document of parseAllDocuments(code, { strict: true })) {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw problem;
  }
}

/** Throws if brackets do not match outside of strings (double quotes) and comments. */
function checkPairs(code: string, { comment, pairs }: { readonly comment: string; readonly pairs: string }): void {
  const open: string[] = [];
  for (const line of code.split("\n")) {
    const plain = line.replaceAll(/"(?:\\.|[^"\\])*"/g, "");
    const text = plain.includes(comment) ? plain.slice(0, plain.indexOf(comment)) : plain;
    if (text.includes('"')) throw new Error(`a string has no end: ${line}`);
    for (const char of text) {
      const at = pairs.indexOf(char);
      if (at < 0) continue;
      if (at % 2 === 0) open.push(char);
      else if (open.pop() !== pairs[at - 1]) throw new Error(`unmatched ${char}: ${line}`);
    }
  }
  if (open.length > 0) throw new Error(`unclosed ${open.at(-1)}`);
}
