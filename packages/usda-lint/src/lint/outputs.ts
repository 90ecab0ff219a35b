import { path } from "@usdkit/command/builtins";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { didYouMean } from "@usdkit/command/cli/similar-names";
import { openReportFile } from "../files/report-file.ts";
import { reporters } from "../reporters/index.ts";
import type { FileReport, Reporter, Summary } from "../reporters/reporter.ts";
import { isTerminal, standardError, standardOutput, terminalColumns, type Sink } from "@usdkit/command/terminal/output";
import { createStyle, wantsColor } from "@usdkit/command/terminal/style";

/** Of a report in a file. */
const COLUMNS = 120;

/** Every report that was asked for, with the place that it goes to. */
export class Outputs {
  readonly #targets: readonly { readonly reporter: Reporter; readonly sink: Sink }[];

  private constructor(targets: readonly { reporter: Reporter; sink: Sink }[]) {
    this.#targets = targets;
  }

  /**
   * @param formats `NAME` for standard output, `NAME=FILE` for a file. None: what suits standard output.
   * @param standard Where reports without a file go: standard output, or standard error where something else goes there.
   * @throws {UsageError} for a name that is none, two formats for one place, a file that cannot be written.
   */
  static async open(formats: readonly string[], color: boolean | undefined, standard: 1 | 2 = 1): Promise<Outputs> {
    const wanted = formats.length > 0 ? formats : [isTerminal(standard) ? "pretty" : "concise"];
    const parsed = wanted.map((text) => {
      const [name = "", ...file] = text.split("=");
      return { name, file: file.length > 0 ? file.join("=") : undefined };
    });
    const places = parsed.map(({ file }) => (file === undefined ? undefined : path.resolve(file)));
    for (const [i, { name, file }] of parsed.entries()) {
      if (!Object.hasOwn(reporters, name)) {
        const names = Object.keys(reporters);
        throw new UsageError(`There is no format "${name}", only ${names.join(", ")}.${didYouMean(name, names)}`);
      }
      if (file === "") throw new UsageError(`--format ${name}= names no file`);
      if (places.indexOf(places[i]) !== i) {
        throw new UsageError(
          `Two formats for ${file ?? "standard output"}: give one of them a file, as in --format json=FILE`,
        );
      }
    }

    const targets: { reporter: Reporter; sink: Sink }[] = [];
    for (const { name, file } of parsed) {
      const create = await reporters[name]?.();
      if (create === undefined) continue;
      const hasColor = file === undefined ? wantsColor(color, () => isTerminal(standard), process.env) : color === true;
      const columns = file === undefined ? terminalColumns(standard) : COLUMNS;
      const sink = file === undefined ? (standard === 1 ? standardOutput : standardError) : openFile(file);
      targets.push({ reporter: create({ style: createStyle(hasColor), columns }), sink });
    }
    const outputs = new Outputs(targets);
    await outputs.#write((reporter) => reporter.begin?.() ?? "");
    return outputs;
  }

  async file(report: FileReport): Promise<void> {
    await this.#write((reporter) => reporter.file(report));
  }

  async end(summary: Summary): Promise<void> {
    await this.#write((reporter) => reporter.end(summary));
    for (const { sink } of this.#targets) sink.close();
  }

  async #write(text: (reporter: Reporter) => string): Promise<void> {
    for (const { reporter, sink } of this.#targets) await sink.write(text(reporter));
  }
}

/** A file whose troubles name it. */
function openFile(file: string): Sink {
  const named = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      throw new IoError(`${file}: ${describeIoError(error)}`);
    }
  };
  const sink = named(() => openReportFile(file));
  return {
    async write(chunk) {
      try {
        await sink.write(chunk);
      } catch (error) {
        throw new IoError(`${file}: ${describeIoError(error)}`);
      }
    },
    close: () => named(() => sink.close()),
  };
}
