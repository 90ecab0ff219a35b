/** Reads reports of shards, JSON and SARIF: files of any length, an entry at a time. */
import { fs } from "@usdkit/command/process/builtins";
import { describeIoError, IoError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import type { ShardReport } from "../reporters/shard-entry.ts";
import { parseEntry, parseShardReport, type ReportEntry } from "./report-entry.ts";

/** A part of a report. */
export type ReportPart = { readonly entry: ReportEntry } | { readonly shard: ShardReport };

/** How the lines of our own reports begin; others are read whole. */
const JSON_START = '{"version":1,"files":[';
const SARIF_START = '{"$schema":';
const SARIF_FILES = '],"properties":{"files":[';
const ENTRY_START = '{"path":';
const SHARD_START = '"shard":';
/** Follows the files of JSON reports; what is about a shard comes on a line of its own. */
const FILES_END = "],";

/**
 * Yields the files of a report, in its order, and at its end what it has about its shard, if it is of one.
 *
 * @throws {IoError} that names the file, if it cannot be read or is no report
 */
export async function* readReport(
  file: string,
  context: Pick<CommandContext, "cwd">,
): AsyncGenerator<ReportPart, void, void> {
  try {
    let isFirst = true;
    let isInFiles = false;
    let isWhole = false;
    // What follows the last value.
    let end = "}";
    for await (const line of linesOf(resolvePath(context, file))) {
      if (isFirst) {
        isFirst = false;
        isInFiles = line === JSON_START;
        if (!isInFiles && !(line.startsWith(SARIF_START) && !isOneLine(line))) {
          yield* readWholeReport(resolvePath(context, file));
          return;
        }
      } else if (line === SARIF_FILES) [isInFiles, end] = [true, "}}]}"];
      else if (isInFiles && line.startsWith(ENTRY_START)) yield { entry: parseEntry(parseBefore(line, ",")) };
      else if (isInFiles && line.startsWith(SHARD_START)) {
        yield { shard: parseShardReport(parseBefore(line.slice(SHARD_START.length), end)) };
        isWhole = true;
      } else if (isInFiles && line.startsWith(FILES_END)) isWhole = line.endsWith("}}");
    }
    if (isFirst) throw new Error("it is empty; expected a report of usda-lint --format json or sarif");
    if (!isInFiles) throw new Error("it is not the report of a shard: usda-lint --shard I/N --format sarif writes one");
    if (!isWhole) throw new Error("it is cut off: its end is missing. Write it again");
  } catch (error) {
    throw error instanceof IoError ? error : new IoError(`${file}: ${describeIoError(error)}`);
  }
}

/** Whether a line is a whole document. */
function isOneLine(line: string): boolean {
  return line.endsWith("}]}");
}

/** A line may be as long as all of a file: its parts are joined once. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let parts: string[] = [];
  for await (const chunk of fs.createReadStream(file, { encoding: "utf8", highWaterMark: 1 << 20 })) {
    const [first, ...others] = String(chunk).split("\n");
    parts.push(first);
    for (const line of others) {
      yield parts.join("");
      parts = [line];
    }
  }
  const last = parts.join("");
  if (last !== "") yield last;
}

/** Parses the value of a line; after it there may be a separator, or the ends of what it is in. */
function parseBefore(line: string, end: string): unknown {
  return JSON.parse(line.endsWith(end) ? line.slice(0, -end.length) : line);
}

/** A report that another program has laid out again. */
function* readWholeReport(file: string): Generator<ReportPart> {
  const value = JSON.parse(fs.readFileSync(file, "utf8")) as {
    readonly files?: unknown;
    readonly shard?: unknown;
    readonly runs?: readonly { readonly properties?: { readonly files?: unknown; readonly shard?: unknown } }[];
  } | null;
  const { files, shard } = value?.runs?.[0]?.properties ?? value ?? {};
  if (!Array.isArray(files)) {
    throw new Error("expected a report of usda-lint --format json, or of a shard with --format sarif");
  }
  for (const each of files as readonly unknown[]) yield { entry: parseEntry(each) };
  if (shard !== undefined) yield { shard: parseShardReport(shard) };
}
