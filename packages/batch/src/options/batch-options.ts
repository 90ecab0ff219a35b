/** Options of commands that work on many files. */
import type { Options } from "@usdkit/command/cli/command";

/** The arguments of {@link batchOptions}. */
export interface BatchArguments {
  shard?: string;
  filesFrom?: string;
  state?: string;
  maxTime?: string;
}

/** The options of {@link BatchArguments}. */
export const batchOptions: Readonly<Record<string, Options>> = {
  "files-from": {
    type: "string",
    describe: "Read file names from a file, - for standard input: one on each line, or separated by NUL bytes",
  },
  shard: {
    type: "string",
    describe: "I/N: work on every Nth file, from the Ith; N runs work on all of them",
  },
  state: {
    type: "string",
    describe: "File of what was done: the same command resumes an interrupted run, and does nothing twice",
  },
  "max-time": {
    type: "string",
    describe: "Seconds, or as 90s, 45m, 6h, after which no new file is started; exit code 75 if files are left",
  },
};

/** How addresses of object stores begin. */
export const OBJECTS = "s3://";
