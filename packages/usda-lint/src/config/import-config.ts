/** A configuration that is code. */
import { fs } from "@usdkit/command/builtins";
import { ConfigError } from "./config-error.ts";

/** Node's remarks about how it loads a file: of no use to somebody who lints. */
const REMARKS = new Set(["MODULE_TYPELESS_PACKAGE_JSON", "ExperimentalWarning"]);

/** @throws {ConfigError} where it throws, exports nothing, or this Node does not run TypeScript. */
export async function importConfig(file: string, name: string): Promise<unknown> {
  const { pathToFileURL } = process.getBuiltinModule("node:url");
  const url = pathToFileURL(file);
  // Modules are kept by their URL: a file that changed while it was watched needs another one.
  url.searchParams.set("changed", String(fs.statSync(file).mtimeMs));
  let module: { default?: unknown };
  const restore = silenceRemarks();
  try {
    module = (await import(url.href)) as { default?: unknown };
  } catch (error) {
    if ((error as NodeJS.ErrnoException | undefined)?.code === "ERR_UNKNOWN_FILE_EXTENSION") {
      throw new ConfigError(`${name}: Node ${process.version} does not run TypeScript; 22.18 does, or use .mjs`);
    }
    throw new ConfigError(`${name}${placeOf(error, file)}: it cannot be loaded: ${messageOf(error)}`);
  } finally {
    restore();
  }
  if (module.default === undefined) throw new ConfigError(`${name}: it has no default export`);
  return module.default;
}

function silenceRemarks(): () => void {
  const emitWarning = process.emitWarning.bind(process);
  const filtered = (warning: string | Error, ...rest: unknown[]): void => {
    const [first] = rest as [string | { type?: string; code?: string } | undefined];
    const kind = typeof first === "object" ? [first.type, first.code] : [first];
    if (kind.some((word) => word !== undefined && REMARKS.has(word))) return;
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

/** `:line` of the first place in the file that the stack tells, or nothing. */
function placeOf(error: unknown, file: string): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const name = file.replaceAll("\\", "/").split("/").at(-1) ?? file;
  const at = stack.indexOf(name);
  const line = at < 0 ? undefined : /^(?:\?[^:\s]*)?:(\d+)/.exec(stack.slice(at + name.length))?.[1];
  return line === undefined ? "" : `:${line}`;
}
