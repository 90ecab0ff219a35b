/** Publishes one stage, and writes its scene. */
import type * as Publish from "@usdkit/publish";
import { AuthenticationError, PermissionError } from "@usdkit/client";
import { counted } from "@usdkit/base";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import { fs } from "@usdkit/command/process/builtins";
import { refuseInvalid } from "@usdkit/render";
import type { Context } from "../context/context.ts";
import { openStageFile, type StageArguments } from "../inputs/stage-file.ts";
import { milliseconds } from "../settings/options.ts";

/** How stages are published. */
export interface PublishSettings {
  readonly variant: StageArguments["variant"] | undefined;
  readonly searchPath: StageArguments["searchPath"] | undefined;
  readonly session: StageArguments["session"] | undefined;
  readonly choices: Publish.PublishOptions;
  /** Files that are uploaded at the same time. */
  readonly uploads: number | undefined;
  /** Seconds between two polls. */
  readonly interval: number | undefined;
  /** The record of what was uploaded. */
  readonly record: string;
  /** Returns how many stages of the run are done; undefined for one alone. */
  readonly progress?: (() => string) | undefined;
  /** Print what would be uploaded; send and write nothing. */
  readonly isDry: boolean;
  /** Aborted when the time of the command is over. */
  readonly over: AbortSignal;
}

/** What was published, for users and for `--json`. */
export interface PublishResult {
  readonly value: {
    readonly scene: string;
    readonly meshes: readonly Publish.PublishedMesh[];
    readonly dropped: readonly Publish.Dropped[];
  };
  readonly text: string;
}

/** Prims that are named; the rest is counted. */
const MAX_NAMED = 200;
/** Errors that are printed. */
const MAX_ERRORS = 20;

/**
 * Publishes a stage.
 *
 * @throws {UsageError | IoError} for a stage that cannot be used; errors of the service
 */
export async function publishRoot(
  { client, command, report, signal }: Context,
  api: typeof Publish,
  { root, output }: { readonly root: string; readonly output: string },
  settings: PublishSettings,
): Promise<PublishResult> {
  const { isDry, variant, searchPath, session } = settings;
  const stage = await openStageFile(command, root, {
    ...(variant && { variant }),
    ...(searchPath && { searchPath }),
    ...(session !== undefined && { session }),
  });
  const store = recordStore(settings.record);
  const options: Publish.PublishOptions = {
    ...settings.choices,
    concurrency: settings.uploads,
    interval: milliseconds(settings.interval),
    signal: AbortSignal.any([signal, settings.over]),
    onProgress: ({ phase, done, files, bytes }) => {
      report.progress({ what: `${phase} meshes (${done} of ${files})`, run: settings.progress?.(), bytes });
    },
  };
  let published: Publish.PublishedStage;
  try {
    published = isDry
      ? await api.planPublish(stage, client.baseUrl, store, options)
      : await api.publishStage(stage, client, store, options);
  } catch (error) {
    throw describe(error, api, { root, record: settings.record, isDry });
  }
  const { meshes, dropped, camera, resolution } = published;
  for (const { path: prim, reason } of dropped.slice(0, MAX_NAMED)) report.note(`${prim}: ${reason}`);
  if (dropped.length > MAX_NAMED)
    report.note(`${counted(dropped.length - MAX_NAMED, "more loss", "more losses")}; --json lists all`);
  if (camera === undefined) report.note("The scene has no camera: the service needs one to render it");
  const value = { scene: output, meshes, dropped, camera: camera ?? null, resolution };
  if (isDry) {
    const plan = { ...value, dryRun: true };
    return { value: plan, text: planText(meshes) };
  }
  const bytes = new TextEncoder().encode(published.scene);
  refuseInvalid(bytes, { profile: "offline" }, {});
  try {
    writeAtomically(output, bytes);
  } catch (error) {
    throw new IoError(`${output}: ${describeIoError(error)}`);
  }
  const sent = meshes.filter(({ reused }) => !reused);
  report.note(
    `${counted(sent.length, "mesh", "meshes")} uploaded (${sizeText(sent)}), ${meshes.length - sent.length} reused`,
  );
  return { value, text: output };
}

/** Returns the errors of meshes together; others as they are. */
function describe(
  error: unknown,
  { PublishError }: typeof Publish,
  { root, record, isDry }: { readonly root: string; readonly record: string; readonly isDry: boolean },
): unknown {
  if (!(error instanceof PublishError)) return error;
  const { errors, paths, message, isStopped } = error;
  if (errors.length === 0) return new UsageError(message.startsWith(`${record}: `) ? message : `${root}: ${message}`);
  const different = new Map(errors.map((each) => [each.message, each]));
  const first = errors.length === 1 ? paths[0] : `the first is ${paths[0]}`;
  const what = isStopped
    ? `${root}: stopped at ${paths[0]}`
    : `${root}: ${counted(errors.length, "mesh was", "meshes were")} not published (${first})`;
  // Credentials are not better in the next run.
  const isRefused = errors.some((each) => each instanceof AuthenticationError || each instanceof PermissionError);
  const again = isDry || isRefused ? "" : ". Run the command again: it continues with what is missing";
  return new AggregateError([...different.values()].slice(0, MAX_ERRORS), `${what}${again}`);
}

function recordStore(file: string): Publish.RecordStore {
  return {
    name: file,
    load: () => {
      try {
        return Promise.resolve(fs.readFileSync(file, "utf8"));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return Promise.resolve(undefined);
        return Promise.reject(new IoError(`${file}: ${describeIoError(error)}`));
      }
    },
    save: (text) => {
      try {
        writeAtomically(file, text);
        return Promise.resolve();
      } catch (error) {
        return Promise.reject(new IoError(`${file}: ${describeIoError(error)}`));
      }
    },
  };
}

function planText(meshes: readonly Publish.PublishedMesh[]): string {
  const rows = meshes.map(
    ({ path: prim, bytes, reused }) => `${reused ? "reuse " : "upload"} ${String(bytes).padStart(12)} ${prim}`,
  );
  const sent = meshes.filter(({ reused }) => !reused);
  return [...rows, `${counted(sent.length, "file")} to upload, ${sizeText(sent)}`].join("\n");
}

function sizeText(meshes: readonly Publish.PublishedMesh[]): string {
  const bytes = meshes.reduce((sum, mesh) => sum + mesh.bytes, 0);
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
