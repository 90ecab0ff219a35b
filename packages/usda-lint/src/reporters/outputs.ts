import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { didYouMean } from "@usdkit/command/cli/similar-names";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import type { ErrorStream, OutputStream } from "@usdkit/command/terminal/streams";
import { GatheredSink } from "../files/gathered-sink.ts";
import { openReportFile, type Sink } from "../files/report-file.ts";
import { compatReporters, reporters } from "./index.ts";
import type { FileReport, ReportEntries, Reporter, Summary } from "./reporter.ts";
import type { ShardReport } from "./shard-entry.ts";
import { createStyle, styleFor } from "@usdkit/command/terminal/style";

/** Width of a report in a file. */
const COLUMNS = 120;

export interface OutputOptions {
  /** `NAME` for a standard stream, `NAME=FILE` for a file. Empty: pretty on a terminal, otherwise concise. */
  readonly formats: readonly string[];
  readonly color: boolean | undefined;
  readonly reportsToStandardError: boolean;
}

interface Target {
  readonly reporter: Reporter;
  readonly sink: Sink | GatheredSink;
}

/** The reports of a run, each with its destination. */
export class Outputs {
  readonly #targets: readonly Target[];

  private constructor(targets: readonly Target[]) {
    this.#targets = targets;
  }

  /**
   * Opens the outputs of a run.
   *
   * @throws {UsageError} for an unknown format, two formats for one file.
   * @throws {IoError} for a file that cannot be written.
   */
  static async open(
    context: CommandContext,
    { formats, color, reportsToStandardError }: OutputOptions,
  ): Promise<Outputs> {
    const standard = reportsToStandardError ? context.stderr : context.stdout;
    const wanted = formats.length > 0 ? formats : [standard.isTerminal ? "pretty" : "concise"];
    const parsed = wanted.map((text) => {
      const [name = "", ...file] = text.split("=");
      return { name, file: file.length > 0 ? file.join("=") : undefined };
    });
    const places = parsed.map(({ file }) => (file === undefined ? undefined : resolvePath(context, file)));
    for (const [i, { name, file }] of parsed.entries()) {
      if (!Object.hasOwn(reporters, name) && !Object.hasOwn(compatReporters, name)) {
        const names = Object.keys(reporters);
        throw new UsageError(`Unknown format "${name}": use ${names.join(", ")}.${didYouMean(name, names)}`);
      }
      if (file === "") throw new UsageError(`Missing file in --format ${name}=`);
      if (places.indexOf(places[i]) !== i) {
        throw new UsageError(
          `Two formats for ${file ?? "standard output"}: write one of them to another file, as in --format json=FILE`,
        );
      }
    }

    const targets: Target[] = [];
    const outputs = new Outputs(targets);
    try {
      for (const { name, file } of parsed) {
        const create = await (reporters[name] ?? compatReporters[name])?.();
        if (create === undefined) continue;
        const isFile = file !== undefined;
        const style = isFile ? createStyle(color === true) : styleFor(standard, color, context.env);
        const columns = isFile ? COLUMNS : standard.columns;
        const sink = isFile ? openFile(context, file) : sinkTo(standard);
        // What a person watches appears at once.
        const isWatched = !isFile && standard.isTerminal;
        targets.push({ reporter: create({ style, columns }), sink: isWatched ? sink : new GatheredSink(sink) });
      }
      await outputs.#write((reporter) => reporter.begin?.() ?? "");
    } catch (error) {
      await outputs.discard();
      throw error;
    }
    return outputs;
  }

  /** Whether a report shows lines of files. */
  get showsText(): boolean {
    return this.#targets.some(({ reporter }) => reporter.showsText === true);
  }

  /** The entries of the only report, if a later run may repeat them. */
  get entries(): ReportEntries | undefined {
    const [only, ...others] = this.#targets;
    return others.length === 0 ? only?.reporter.entries : undefined;
  }

  async file(report: FileReport): Promise<void> {
    await this.#write((reporter) => reporter.file(report));
  }

  /** Writes what {@link entries} returned for an entry. */
  async repeated(text: string): Promise<void> {
    await this.#write(() => text);
  }

  /** @param isSilent Nothing of reports for the user: those for programs are always whole. */
  async end(summary: Summary, isSilent = false, shard?: ShardReport): Promise<void> {
    try {
      for (const { reporter, sink } of this.#targets) {
        if (!isSilent || reporter.isForPeople !== true) await sink.write(reporter.end(summary, shard));
      }
      // A report replaces that of another run only when all are written.
      for (const { sink } of this.#targets) if (sink instanceof GatheredSink) await sink.flush();
    } catch (error) {
      await this.discard();
      throw error;
    }
    for (const { sink } of this.#targets) await sink.close();
  }

  /** Ends without reports in files. Standard streams have what came before. */
  async discard(): Promise<void> {
    for (const { sink } of this.#targets) {
      try {
        await sink.discard();
      } catch {
        // The run ends with the error that it was discarded for.
      }
    }
  }

  async #write(text: (reporter: Reporter) => string): Promise<void> {
    for (const { reporter, sink } of this.#targets) {
      // Most texts are gathered, and nothing is waited for.
      const written = sink.write(text(reporter));
      if (written !== undefined) await written;
    }
  }
}

function sinkTo(stream: OutputStream | ErrorStream): Sink {
  return {
    async write(chunk) {
      if (chunk.length > 0) await stream.write(chunk);
    },
    close() {},
    discard() {},
  };
}

/** A file whose errors name it. */
function openFile(context: CommandContext, file: string): Sink {
  const named = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      throw new IoError(`${file}: ${describeIoError(error)}`);
    }
  };
  const sink = named(() => openReportFile(resolvePath(context, file)));
  return {
    async write(chunk) {
      try {
        await sink.write(chunk);
      } catch (error) {
        throw new IoError(`${file}: ${describeIoError(error)}`);
      }
    },
    close: () => named(() => sink.close()),
    discard: () => sink.discard(),
  };
}
