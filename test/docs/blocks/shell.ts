/** Checks lines of shell: the syntax by `sh -n`, and the arguments of commands of this repository by their own parsers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import type { Command, Commands } from "../../../packages/command/src/cli/command.ts";
import { parseArguments } from "../../../packages/command/src/cli/parse-arguments.ts";
import { serveCommand } from "../../../packages/gateway/src/serve-command.ts";
import { commands as spatialCommands } from "../../../packages/spatial-cli/src/commands/index.ts";
import { lintCommands, usdaCommands } from "../../../packages/usda-lint/src/commands/index.ts";
import { COMMON_OPTIONS } from "../../../packages/usda-lint/src/program/common-options.ts";
import { root } from "./read-blocks.ts";

/** Commands of others: only the syntax of their lines is checked. */
const OTHERS: ReadonlySet<string> = new Set([
  "cd",
  "code",
  "eval",
  "export",
  "find",
  "git",
  "node",
  "openjd",
  "pip",
  "podman",
  "[",
  "echo",
  "esbuild",
  "vitest",
  ".ci/raster-peers",
]);

/** Packages of others that a page may name in `npm install`. */
const OTHER_PACKAGES: ReadonlySet<string> = new Set(["vitest", "jest", "fast-check", "esbuild"]);

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** @throws {Error} with the reason if a line is not one that works. */
export async function checkShell(code: string): Promise<void> {
  const { status, stderr } = spawnSync("sh", ["-n"], { input: code, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  for (const words of splitCommands(code)) await checkCommand(words);
}

/** Returns the simple commands of a script as lists of words, without redirections, assignments and comments. */
export function splitCommands(code: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  const end = (): void => {
    if (words.length > 0) commands.push(words);
    words = [];
  };
  const token =
    /\\\n|[ \t]+|#[^\n]*|(?<operator>\n|;|&&|\|\|?|[<>]{1,2})|(?<word>(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s;&|<>'"\\])+)/gy;
  let isRedirection = false;
  for (const { groups } of code.matchAll(token)) {
    const { operator, word } = groups ?? {};
    if (operator !== undefined) {
      isRedirection = /^[<>]/.test(operator);
      if (!isRedirection) end();
    } else if (word !== undefined) {
      if (!isRedirection && !(words.length === 0 && /^\w+=/.test(word))) words.push(unquote(word));
      isRedirection = false;
    }
  }
  end();
  return commands;
}

function unquote(word: string): string {
  return word.replaceAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_, single, double, plain) =>
    String(single ?? plain ?? String(double).replaceAll(/\\(.)/g, "$1")),
  );
}

async function checkCommand([name = "", ...args]: readonly string[]): Promise<void> {
  if (name === "exec") return checkCommand(args);
  if (name === "npx") return checkNpx(args);
  if (name === "npm" && args[0] === "install") return checkInstall(args.slice(1));
  if (name === "pnpm") return checkScript(args);
  if (name.startsWith("spatial-gateway")) return void parseArguments(serveCommand, args);
  if (name === "usda-language-server") {
    if (args.join(" ") !== "--stdio") throw new Error("usda-language-server: expected --stdio");
    return undefined;
  }
  const commands = { usda: usdaCommands, "usda-lint": lintCommands, spatial: spatialCommands }[name];
  if (commands !== undefined) return checkOwn(commands, args, name === "usda-lint" ? "lint" : undefined);
  if (!OTHERS.has(name)) throw new Error(`${name}: add the command to OTHERS in ${import.meta.filename}`);
  return undefined;
}

/** Parses the arguments as the command does. */
async function checkOwn(
  commands: Commands,
  args: readonly string[],
  defaultCommand: string | undefined,
): Promise<void> {
  if (args.includes("--help") || args.includes("--version")) return;
  const [first = ""] = args;
  const isNamed = Object.hasOwn(commands, first) && first !== defaultCommand;
  const entry = commands[isNamed ? first : (defaultCommand ?? "")];
  if (entry === undefined) throw new Error(`unknown command: ${args.join(" ")}`);
  const rest = isNamed ? args.slice(1) : [...args];
  if ("commands" in entry) return checkOwn(entry.commands, rest, entry.defaultCommand);
  const command: Command = await entry.load();
  parseArguments({ ...command, builder: { ...command.builder, ...COMMON_OPTIONS } }, [...rest]);
}

/** `npx usda-lint …`, `npx -p usda-lint usda …`, `npx -y pnpm@12 run …` */
function checkNpx(args: readonly string[]): Promise<void> | undefined {
  const rest = args.filter((arg) => !["-y", "--yes"].includes(arg));
  if (rest[0] === "-p") return checkCommand(rest.slice(2));
  if (rest[0] === "pnpm@12") return checkScript(rest.slice(1));
  return checkCommand(rest);
}

/** A script of the root, or a command of pnpm. */
function checkScript(args: readonly string[]): undefined {
  const [first = "", second = ""] = args;
  if (["install", "exec", "--dir", "-r"].includes(first)) return;
  const name = first === "run" ? second : first;
  if (!Object.hasOwn(manifest.scripts, name)) throw new Error(`package.json has no script "${name}"`);
  // pnpm has commands of these names.
  if (first !== "run" && ["docs", "licenses", "sbom", "deploy", "pack", "publish"].includes(name)) {
    throw new Error(`"pnpm ${name}" is a command of pnpm: write "pnpm run ${name}"`);
  }
}

function checkInstall(args: readonly string[]): undefined {
  for (const name of args.filter((arg) => !arg.startsWith("-"))) {
    const folder = name.replace("@usdkit/", "");
    if (OTHER_PACKAGES.has(name)) continue;
    const { name: found, private: isPrivate } = JSON.parse(
      readFileSync(join(root, "packages", folder, "package.json"), "utf8"),
    ) as { name: string; private?: boolean };
    if (found !== name || isPrivate === true)
      throw new Error(`npm install ${name}: no published package has this name`);
  }
}
