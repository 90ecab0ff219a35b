/** Questions about a library that are commands of their own. */
import type { Command, Options } from "@usdkit/command/cli/command";
import { IoError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { withSlashes } from "@usdkit/command/files/input";
import { path } from "@usdkit/command/process/builtins";
import { EXIT_FINDINGS } from "@usdkit/command/process/exit-codes";
import { escapeJson, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { writeLines } from "@usdkit/command/terminal/write-lines";
import type { OpenedLibrary } from "@usdkit/library/database/open-library";
import type * as Ask from "@usdkit/library/ask/ask";

interface ListArguments {
  database: string;
  json?: boolean;
}

const database: Options = { describe: "The index of a library" };
const json: Options = { type: "boolean", describe: "Print a JSON object for each" };

export const indexDuplicates: Command<ListArguments> = {
  command: "duplicates <database>",
  describe: "List files with the same content, those that take most room first",
  builder: { database, json },
  handler: async (args, context) => {
    using opened = await open(context, args.database);
    await write(context, args, opened.ask.duplicates(opened.library.database), ({ files }) => files);
  },
};

export const indexUnused: Command<ListArguments & { all?: boolean }> = {
  command: "unused <database>",
  describe: "List textures, models, materials, volumes and sounds that no layer uses",
  builder: { database, json, all: { type: "boolean", describe: "Also layers and other files that no layer uses" } },
  handler: async (args, context) => {
    using opened = await open(context, args.database);
    await write(context, args, opened.ask.unused(opened.library.database, args.all), (file) => [file.path]);
  },
};

export const indexMissing: Command<ListArguments> = {
  command: "missing <database>",
  describe: "List asset paths of layers that lead to no file; exit code 1 if there are some",
  builder: { database, json },
  handler: async (args, context) => {
    using opened = await open(context, args.database);
    const rows = opened.ask.missing(opened.library.database);
    const count = await write(context, args, rows, ({ file, wanted, authored }) => [file, wanted ?? authored]);
    if (count > 0) context.exitCode ??= EXIT_FINDINGS;
  },
};

export const indexUses: Command<ListArguments & { file: string; all?: boolean }> = {
  command: "uses <file> <database>",
  describe: "List the files that a file uses, and those that use it",
  builder: {
    file: { describe: "A file of the library: its path, or the one that it has in the database" },
    database,
    json: { type: "boolean", describe: 'Print {"file":…,"uses":[…],"usedBy":[…]}' },
    all: { type: "boolean", describe: "Also those by other files" },
  },
  examples: [["$0 textures/wood.png library.sqlite --all", "every scene that shows this texture"]],
  handler: async (args, context) => {
    using opened = await open(context, args.database);
    const { library, ask } = opened;
    const inside = withSlashes(path.relative(library.folder, resolvePath(context, args.file)));
    const all = args.all === true;
    const found = ask.usesOf(library.database, inside, all) ?? ask.usesOf(library.database, args.file, all);
    if (found === undefined) throw new IoError(`${args.file}: no such file in ${args.database}`);
    if (args.json === true) {
      await context.stdout.write(`${escapeJson(JSON.stringify(found))}\n`);
      return;
    }
    const line = (direction: string, { path: other, arc, state, depth }: Ask.Link): string => {
      const note = [arc, ...(state === "resolved" ? [] : [state]), ...(depth > 1 ? [`by ${depth - 1} others`] : [])];
      return escapeTerminal(`${direction}  ${other}  (${note.join(", ")})`);
    };
    await writeLines(context.stdout, [
      ...found.uses.map((each) => line("uses   ", each)),
      ...found.usedBy.map((each) => line("used by", each)),
    ]);
  },
};

interface Opened extends Disposable {
  readonly library: OpenedLibrary;
  readonly ask: typeof Ask;
}

async function open(context: CommandContext, file: string): Promise<Opened> {
  const { openLibrary } = await import("@usdkit/library/database/open-library");
  const ask = await import("@usdkit/library/ask/ask");
  const library = openLibrary(resolvePath(context, file));
  return { library, ask, [Symbol.dispose]: () => library[Symbol.dispose]() };
}

/** Returns the number of rows. */
async function write<Row>(
  context: CommandContext,
  args: ListArguments,
  rows: Iterable<Row>,
  columns: (row: Row) => readonly string[],
): Promise<number> {
  let count = 0;
  const lines = function* (): Generator<string> {
    for (const row of rows) {
      count++;
      yield args.json === true
        ? escapeJson(JSON.stringify(row))
        : columns(row)
            .map((each) => escapeTerminal(each))
            .join("\t");
    }
  };
  await writeLines(context.stdout, lines());
  return count;
}
