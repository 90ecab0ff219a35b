/** Loads configurations that are code. */
import { fs } from "@usdkit/command/process/builtins";
import { ConfigError } from "./config-error.ts";

/** Warnings of Node about how it loads a file, which are hidden as they do not concern the user. */
const WARNINGS = new Set(["MODULE_TYPELESS_PACKAGE_JSON", "ExperimentalWarning"]);

/**
 * Returns the default export of a configuration.
 *
 * @throws {ConfigError} if it throws, has no default export, or this version of Node does not run TypeScript.
 */
export async function importConfig(file: string, name: string): Promise<unknown> {
  const { pathToFileURL } = process.getBuiltinModule("node:url");
  const url = pathToFileURL(file);
  // Node caches modules by URL: a file that changed in watch mode needs a new one.
  url.searchParams.set("changed", String(fs.statSync(file).mtimeMs));
  let module: { default?: unknown };
  const restore = suppressWarnings();
  try {
    module = (await load(file, url)) as { default?: unknown };
  } catch (error) {
    if ((error as NodeJS.ErrnoException | undefined)?.code === "ERR_UNKNOWN_FILE_EXTENSION") {
      throw new ConfigError(
        `${name}: Node ${process.version} does not run TypeScript: use Node 22.18 or later, or a .mjs file`,
      );
    }
    throw new ConfigError(`${name}${placeOf(error, file)}: cannot be loaded: ${messageOf(error)}`);
  } finally {
    restore();
  }
  if (module.default === undefined) throw new ConfigError(`${name}: missing default export`);
  return module.default;
}

/** A single executable has no loader for `import()` of files; `require` loads modules without top-level await there. */
async function load(file: string, url: URL): Promise<unknown> {
  if (!process.getBuiltinModule("node:sea").isSea()) return import(url.href);
  const require = process.getBuiltinModule("node:module").createRequire(file);
  delete require.cache[file];
  return require(file) as unknown;
}

function suppressWarnings(): () => void {
  const emitWarning = process.emitWarning.bind(process);
  const filtered = (warning: string | Error, ...rest: unknown[]): void => {
    const [first] = rest as [string | { type?: string; code?: string } | undefined];
    const kind = typeof first === "object" ? [first.type, first.code] : [first];
    if (kind.some((word) => word !== undefined && WARNINGS.has(word))) return;
    Reflect.apply(emitWarning, undefined, [warning, ...rest]);
  };
  process.emitWarning = filtered;
  return () => {
    process.emitWarning = emitWarning;
  };
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first = ""] = error.message.split("\n");
  return error.name === "Error" ? first : `${error.name}: ${first}`;
}

/** `:line` of the first stack frame in the file, or nothing. */
function placeOf(error: unknown, file: string): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const name = file.replaceAll("\\", "/").split("/").at(-1) ?? file;
  const at = stack.indexOf(name);
  const line = at < 0 ? undefined : /^(?:\?[^:\s]*)?:(\d+)/.exec(stack.slice(at + name.length))?.[1];
  return line === undefined ? "" : `:${line}`;
}
