/** Reads a configuration file and checks it. */
import { ruleMetas, type Rule } from "@usdkit/validate";
import { fs, path } from "@usdkit/command/process/builtins";
import { describeIoError } from "@usdkit/command/cli/errors";
import { didYouMean } from "@usdkit/command/cli/similar-names";
import { nameOf } from "@usdkit/command/files/input";
import type { CodeCheck } from "./code-policy.ts";
import { ConfigError } from "./config-error.ts";
import type { Config, ConfigOverride, ConfigSettings } from "@usdkit/validate";
import { explainIssue, showPath, type Problem } from "./explain-issue.ts";
import { importConfig } from "./import-config.ts";
import { extendConfig, isConfigPackage, isConfigPath } from "./extend-config.ts";
import { stripComments } from "./strip-comments.ts";
import { lineAt, lineOfPath, type KeyPath } from "./json-place.ts";
import { configSchema } from "./schema.ts";

export interface LoadedConfig {
  /** Absolute. */
  readonly file: string;
  /** For messages: relative to the working folder. */
  readonly name: string;
  readonly folder: string;
  readonly config: Config;
  /** Configurations that this one extends, absolute. */
  readonly extended: readonly string[];
}

/** The key of a package.json that contains a configuration. */
const PACKAGE_KEY = "usda-lint";

/** Keys allowed in an override for prims: the others apply to whole files. */
const PRIM_KEYS = new Set(["files", "prims", "rules"]);

/**
 * Returns the configuration of a file.
 *
 * @param cwd Names in messages are relative to it.
 * @param check Called for each file that is code, also those that the configuration extends, before it runs.
 * @throws {ConfigError} with every problem of the file.
 */
export async function loadConfig(file: string, cwd: string, check: CodeCheck): Promise<LoadedConfig> {
  const name = nameOf(file, cwd);
  const folder = path.dirname(file);
  let config = await loadOne(file, name, check);
  const extended: string[] = [];
  for (let from = folder; config.extends !== undefined;) {
    const base = fileOf(config.extends, from, name);
    if (base === undefined) break;
    if (base === file || extended.includes(base) || extended.length >= MAX_EXTENDED) {
      throw new ConfigError(`${name}: extends: ${nameOf(base, cwd)} extends itself, or too many others`);
    }
    extended.push(base);
    from = path.dirname(base);
    config = extendConfig(config, await loadOne(base, nameOf(base, cwd), check), from);
  }
  return { file, name, folder, config, extended };
}

/**
 * Returns the file of the configuration that `extends` names; undefined for a preset.
 *
 * @throws {ConfigError} if it is a package that is not installed
 */
function fileOf(text: string, folder: string, name: string): string | undefined {
  if (isConfigPath(text)) return path.resolve(folder, text);
  if (!isConfigPackage(text)) return undefined;
  const { createRequire } = process.getBuiltinModule("node:module");
  try {
    return createRequire(path.join(folder, "package.json")).resolve(text);
  } catch {
    throw new ConfigError(`${name}: extends: the package "${text}" is not installed`);
  }
}

/** Configurations in a chain of `extends`. */
const MAX_EXTENDED = 10;

async function loadOne(file: string, name: string, check: CodeCheck): Promise<Config> {
  const { value, prefix, text } = await readConfig(file, name, check);
  const problems: Problem[] = [];
  const checked = configSchema([]).safeParse(value);
  if (!checked.success) problems.push(...checked.error.issues.flatMap((issue) => explainIssue(issue, value)));
  else problems.push(...checkMeaning(value as Config));
  if (problems.length > 0) {
    const inside = prefix.length > 0 ? `in "${PACKAGE_KEY}": ` : "";
    const placed = problems.map(({ path: keys, message }) => {
      const line = findLine(file, text, [...prefix, ...keys]);
      return { line: line ?? 0, text: `${name}${line === undefined ? "" : `:${line}`}: ${inside}${message}` };
    });
    throw new ConfigError(
      placed
        .toSorted((a, b) => a.line - b.line)
        .map((problem) => problem.text)
        .join("\n"),
    );
  }
  return value as Config;
}

interface Raw {
  readonly value: unknown;
  readonly text: string;
  /** Key path of the configuration in the JSON of the file. */
  readonly prefix: KeyPath;
}

async function readConfig(file: string, name: string, check: CodeCheck): Promise<Raw> {
  let text: string;
  try {
    text = fs.readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError(`${name}: ${describeIoError(error)}`);
  }
  const extension = path.extname(file);
  if (extension === ".json") {
    if (path.basename(file) !== "package.json") {
      const plain = stripComments(text);
      return { value: parseJson(plain, name), text: plain, prefix: [] };
    }
    const json = parseJson(text, name);
    const value = (json as Record<string, unknown> | null)?.[PACKAGE_KEY];
    if (value === undefined) throw new ConfigError(`${name}: missing key "${PACKAGE_KEY}"`);
    return { value, text, prefix: [PACKAGE_KEY] };
  }
  if (![".mjs", ".js", ".ts", ".mts"].includes(extension)) {
    throw new ConfigError(`${name}: expected a .json, .mjs or .ts file`);
  }
  const reason = check(file);
  if (reason !== undefined) throw new ConfigError(`${name}: not run: ${reason}`);
  return { value: await importConfig(file, name), text, prefix: [] };
}

function parseJson(text: string, name: string): unknown {
  try {
    // Some editors begin a file with a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /at position (\d+)/.exec(message)?.[1];
    const line = position === undefined ? lineAt(text, text.length) : lineAt(text, Number(position));
    throw new ConfigError(`${name}:${line}: invalid JSON: ${message}`);
  }
}

/** Checks that a schema cannot express: unknown rules, and keys that exclude each other. */
function checkMeaning(config: Config): Problem[] {
  const problems: Problem[] = [];
  const scopes: { settings: ConfigSettings | ConfigOverride; path: KeyPath }[] = [
    { settings: config, path: [] },
    ...(config.overrides ?? []).map((settings, index) => ({ settings, path: ["overrides", index] })),
  ];
  const ids = new Set(ruleMetas.map(({ id }) => id));
  const custom: Rule[] = [];
  for (const { settings, path: place } of scopes) {
    for (const [index, rule] of (settings.customRules ?? []).entries()) {
      const { id } = rule.meta;
      if (ids.has(id)) {
        const at = [...place, "customRules", index];
        problems.push({ path: at, message: `${showPath(at)}: rule "${id}" is already defined` });
      }
      ids.add(id);
      custom.push(rule);
    }
  }
  for (const { settings, path: place } of scopes) {
    for (const id of Object.keys(settings.rules ?? {})) {
      const at = [...place, "rules", id];
      if (!ids.has(id)) {
        problems.push({ path: at, message: `${showPath(at)}: unknown rule "${id}".${didYouMean(id, ids)}` });
      }
    }
    const prims = "prims" in settings ? settings.prims : undefined;
    if (prims === undefined) continue;
    for (const key of Object.keys(settings)) {
      const at = [...place, key];
      if (PRIM_KEYS.has(key)) continue;
      problems.push({
        path: at,
        message: `${showPath(at)}: an override with "prims" can only have "files" and "rules"`,
      });
    }
    for (const [index, glob] of prims.entries()) {
      const at = [...place, "prims", index];
      if (glob.startsWith("/")) continue;
      problems.push({
        path: at,
        message: `${showPath(at)}: expected a prim path that starts with "/", found "${glob}"`,
      });
    }
  }
  return problems;
}

/** Returns the line of a key; in code only if the last name of its path occurs once, as it would be a guess otherwise. */
function findLine(file: string, text: string, keys: KeyPath): number | undefined {
  if (file.endsWith(".json")) return lineOfPath(text, keys);
  const name = keys.findLast((key) => typeof key === "string");
  if (name === undefined) return undefined;
  const first = text.indexOf(name);
  return first >= 0 && text.indexOf(name, first + 1) < 0 ? lineAt(text, first) : undefined;
}

/** Custom rules, at the top and in overrides. */
export function customRulesOf(config: Config): readonly Rule[] {
  const scopes: readonly ConfigSettings[] = [config, ...(config.overrides ?? [])];
  return scopes.flatMap((scope) => scope.customRules ?? []);
}
