import { InvalidRequestError, type KindName, type ResumedOperation, type SpatialClient } from "@usdkit/client";
import { fs } from "@usdkit/command/process/builtins";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";

/** Maximum size of a handle file. */
const MAX_BYTES = 1024 * 1024;

/**
 * Returns the operation of an argument: a file that contains its handle, or a result or failure of `spatial --json` with one;
 * otherwise its id.
 *
 * @throws {UsageError} if the file contains something else. {IoError} if it cannot be read.
 */
export function readOperation<Kind extends KindName>(
  client: SpatialClient,
  kind: Kind,
  argument: string,
): Extract<ResumedOperation, { readonly kind: Kind }> {
  const stored = readStored(argument) ?? { version: 1, kind, id: argument };
  let operation: ResumedOperation;
  try {
    operation = client.resume(stored);
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    throw new UsageError(`${argument}: ${error.message}`);
  }
  if (isOf(operation, kind)) return operation;
  throw new UsageError(`${argument} is about a ${operation.kind}, and a ${kind} is expected`);
}

function isOf<Kind extends KindName>(
  operation: ResumedOperation,
  kind: Kind,
): operation is Extract<ResumedOperation, { readonly kind: Kind }> {
  return operation.kind === kind;
}

/** Returns the file's text; undefined if there is no such file: then the argument is an id. */
function readStored(argument: string): unknown {
  let text: string;
  try {
    const { size } = fs.statSync(argument);
    if (size > MAX_BYTES) throw new Error("it is too long for a stored operation");
    text = fs.readFileSync(argument, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if ((code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") && !argument.endsWith(".json")) {
      return undefined;
    }
    throw new IoError(`${argument}: ${describeIoError(error)}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${argument}: not valid JSON, so not a stored operation`);
  }
  return field(field(value, "error"), "handle") ?? field(value, "handle") ?? value;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
