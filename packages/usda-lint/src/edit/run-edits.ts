/** Edits of a stage from the command line: made, shown, written. */
import type { EditedLayer, NamedStage, StageEdit, StageEditResult } from "@usdkit/usd";
import type { FileSave } from "@usdkit/usd/files";
import { IoError, UsageError } from "@usdkit/command/cli/errors";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { withSlashes } from "@usdkit/command/files/input";
import { EXIT_ERROR, EXIT_FINDINGS } from "@usdkit/command/process/exit-codes";
import { fs, path } from "@usdkit/command/process/builtins";
import { escapeJson, escapeLines, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { createStyle } from "@usdkit/command/terminal/style";
import { openStage } from "../composition/stage-options.ts";
import { printPatch } from "../files/print-patch.ts";
import { unifiedDiff } from "@usdkit/base";
import { searchPathsOf } from "../files/search-paths.ts";
import { editNotes } from "./edit-notes.ts";
import type { EditArguments } from "./edit-options.ts";

/** Makes the edits of a stage that is open, for values whose types the stage has. */
export type MakeEdits = (opened: NamedStage) => readonly StageEdit[] | Promise<readonly StageEdit[]>;

/**
 * Opens the stage, makes the edits, and writes the files or prints what would change.
 *
 * @param command for messages: `usda edit`
 */
export async function runEdits(
  context: CommandContext,
  command: string,
  args: EditArguments,
  makeEdits: MakeEdits,
): Promise<void> {
  const { finishSaves, saveFiles, SaveError } = await import("@usdkit/usd/files");
  const { StageEditError } = await import("@usdkit/usd");
  finishSaves([resolvePath(context, args.root)].filter((file) => fs.existsSync(file)));
  const opened = await openStage(
    context,
    args.root,
    { ...args, hasOwnSession: true },
    searchPathsOf(context, args.searchPath),
  );
  const fail = (message: string, code: number): void => {
    context.stderr.write(`${command}: ${escapeLines(message)}\n`);
    context.exitCode = code;
  };
  let edits: readonly StageEdit[];
  let result: StageEditResult;
  try {
    const isEditable = args.repack === true ? (): boolean => true : undefined;
    edits = await makeEdits(opened);
    result = await opened.stage.edit({ target: args.target, isEditable }, edits);
  } catch (error) {
    if (!(error instanceof StageEditError)) throw error;
    return fail(describeEditError(error), EXIT_ERROR);
  }
  let files: readonly EditedFile[];
  try {
    files = await filesOf(context, result.layers);
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    return fail(error.message, error.isConflict ? EXIT_FINDINGS : EXIT_ERROR);
  }
  const stale = args.ifRevision === undefined ? undefined : await staleFile(context, opened, args, files);
  if (stale !== undefined) return fail(stale, EXIT_FINDINGS);
  if (args.dryRun !== true) {
    try {
      saveFiles(files.map(({ save }) => save));
    } catch (error) {
      if (!(error instanceof SaveError)) throw error;
      if (error.isConflict) return fail(error.message, EXIT_FINDINGS);
      throw new IoError(error.message);
    }
  }
  const hidden = await hiddenPlaces(opened, result);
  const notes = await editNotes(opened, edits);
  await report(context, args, { files, hidden, notes });
  for (const { path: edited, layer, line, specPath } of hidden) {
    const place = line === null ? layer : `${layer}:${line}`;
    const note = `${edited} was written, but ${place} has a stronger opinion, that of ${specPath}`;
    context.stderr.write(`${command}: ${escapeLines(note)}\n`);
  }
  for (const note of notes) context.stderr.write(`${command}: ${escapeLines(note)}\n`);
}

/** What a command reports of edits that were made. */
interface Report {
  readonly files: readonly EditedFile[];
  readonly hidden: readonly HiddenPlace[];
  readonly notes: readonly string[];
}

/** A value that was written and has no effect, and the opinion that hides it. */
interface HiddenPlace {
  readonly path: string;
  readonly layer: string;
  readonly line: number | null;
  readonly specPath: string;
}

async function hiddenPlaces({ name }: NamedStage, { hidden }: StageEditResult): Promise<readonly HiddenPlace[]> {
  if (hidden.length === 0) return [];
  const { placeOf } = await import("@usdkit/usd");
  return hidden.map(({ path: edited, by }) => {
    const { layer, line } = placeOf(by);
    return { path: edited, layer: name(layer), line, specPath: by.specPath };
  });
}

/** A file that edits change. */
interface EditedFile {
  /** Relative to the working folder. */
  readonly name: string;
  readonly save: FileSave;
  /** The layers in it: one, or those of a package. */
  readonly layers: readonly EditedLayer[];
}

/** Returns the files of layers, with their new contents. */
async function filesOf(context: CommandContext, layers: readonly EditedLayer[]): Promise<readonly EditedFile[]> {
  const { layerSaves } = await import("@usdkit/usd/files");
  const changed = layers.filter((layer) => !sameText(layer));
  return layerSaves(changed.map(({ document }) => document)).map((save) => ({
    name: withSlashes(path.relative(context.cwd, save.path)),
    save,
    layers: changed.filter(({ document }) => save.documents.includes(document)),
  }));
}

function sameText({ before, after }: EditedLayer): boolean {
  return Buffer.from(before.text).equals(after.text);
}

/** Returns why the file of the target is not the one that the caller read; undefined if it is. */
async function staleFile(
  context: CommandContext,
  { stage }: NamedStage,
  { target, ifRevision = "", root }: EditArguments,
  files: readonly EditedFile[],
): Promise<string | undefined> {
  const { revisionOf } = await import("@usdkit/usd/files");
  const { splitTargetName } = await import("@usdkit/usd");
  if (!/^[0-9a-f]{64}$/iu.test(ifRevision)) throw new UsageError("Expected 64 hexadecimal digits for --if-revision");
  const { layer } = splitTargetName(target);
  const name = withSlashes(resolvePath(context, root));
  const named = layer === undefined ? undefined : stage.findLayer(layer, stage.layerStack.rootLayer)?.identifier;
  const file = named ?? name;
  const edited = files.find(({ save }) => save.path === file);
  const found = edited?.save.before ?? revisionOf(fs.readFileSync(file));
  if (found === ifRevision.toLowerCase()) return undefined;
  return `${withSlashes(path.relative(context.cwd, file))} has the revision ${found}, not ${ifRevision}: nothing was written`;
}

async function report(context: CommandContext, args: EditArguments, { files, hidden, notes }: Report): Promise<void> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  if (args.json === true) {
    const diff = files.flatMap(({ name, layers }) =>
      layers.map(({ before, after }) =>
        unifiedDiff(name, decoder.decode(before.text), decoder.decode(after.text), createStyle(false)),
      ),
    );
    const { revisionOf } = await import("@usdkit/usd/files");
    const shown = files.map(({ name, save }) => ({ path: name, before: save.before, after: revisionOf(save.bytes) }));
    const more = { ...(hidden.length > 0 && { hidden }), ...(notes.length > 0 && { notes }) };
    await context.stdout.write(`${escapeJson(JSON.stringify({ files: shown, diff: diff.join(""), ...more }))}\n`);
    return;
  }
  for (const { name, layers } of files) {
    if (args.dryRun !== true) await context.stdout.write(`${escapeTerminal(name)}\n`);
    else
      for (const { before, after } of layers)
        await printPatch(context, { name, before: before.text, after: after.text }, args.color);
  }
  if (files.length === 0) context.stderr.write("Nothing changes\n");
}

/** Returns what cannot be edited, and what to do. */
export function describeEditError({
  message,
  index,
  edit,
  hint,
}: {
  readonly message: string;
  readonly index: number | undefined;
  readonly edit: StageEdit | undefined;
  readonly hint: string | undefined;
}): string {
  const which = index === undefined ? "" : `edit ${index + 1}${edit === undefined ? "" : ` (${edit.op})`}: `;
  const end = /[.?!]$/u.test(message) ? "" : ".";
  return `${which}${message}${hint === undefined ? "" : `${end} ${hint}`}`;
}
