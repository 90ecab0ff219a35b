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
    // What follows the last value.
    let end = "}";
    for await (const line of linesOf(resolvePath(context, file))) {
      if (isFirst) {
        isFirst = false;
        isInFiles = line === JSON_START;
        if (!isInFiles && !(line.startsWith(SARIF_START) && !isWhole(line))) {
          yield* readWholeReport(resolvePath(context, file));
          return;
        }
      } else if (line === SARIF_FILES) [isInFiles, end] = [true, "}}]}"];
      else if (isInFiles && line.startsWith(ENTRY_START)) yield { entry: parseEntry(parseBefore(line, ",")) };
      else if (isInFiles && line.startsWith(SHARD_START)) {
        yield { shard: parseShardReport(parseBefore(line.slice(SHARD_START.length), end)) };
      }
    }
    if (isFirst) throw new Error("it is empty; expected a report of usda-lint --format json or sarif");
    if (!isInFiles) throw new Error("it is not the report of a shard: usda-lint --shard I/N --format sarif writes one");
  } catch (error) {
    throw error instanceof IoError ? error : new IoError(`${file}: ${describeIoError(error)}`);
  }
}

/** Whether a line is a whole document. */
function isWhole(line: string): boolean {
  return line.endsWith("}]}");
}

async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of fs.createReadStream(file, { encoding: "utf8", highWaterMark: 1 << 20 })) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
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
