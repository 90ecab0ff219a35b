import type { WorldDetail } from "@usdkit/contract";
import { saveFile, type DownloadProgress, type SavedFile, type SaveOptions } from "../downloads/save-file.ts";
import { safeName } from "../downloads/safe-name.ts";
import { InvalidRequestError, NotFoundError, OperationFailedError } from "../errors/errors.ts";
import type { Folder } from "../platform/file-sink.ts";
import type { Platform } from "../platform/platform.ts";
import { statusEnd, type StatusEnd } from "../operations/final-status.ts";
import { callOptions } from "../transport/request-options.ts";
import type { Transport } from "../transport/transport.ts";
import { worldKind } from "./world-kind.ts";

/** The formats of a world's files. */
export type WorldFormat = "ply" | "spz";

/** Progress of downloading the files of a world. */
export interface WorldDownloadProgress extends DownloadProgress {
  readonly format: WorldFormat;
}

/** Which files of a world are saved, and where. */
export interface WorldDownloadOptions extends Omit<SaveOptions, "onProgress"> {
  /** An existing folder: in Node its path, in a browser a `FileSystemDirectoryHandle`. */
  readonly directory: Folder;
  /** Formats to save; default: all that the world has. */
  readonly formats?: readonly WorldFormat[] | undefined;
  /** Called with the number of bytes received and their file. */
  readonly onProgress?: ((progress: WorldDownloadProgress) => void) | undefined;
}

/** A saved file of a world. */
export interface WorldFile extends SavedFile {
  readonly format: WorldFormat;
}

/** Saves the files of a world; see `Worlds.download`. */
export async function downloadWorld(
  transport: Transport,
  platform: Platform,
  world: string | WorldDetail,
  { directory, formats, onProgress, ...options }: WorldDownloadOptions,
): Promise<readonly WorldFile[]> {
  const { deadline, ...call } = callOptions(transport, options);
  const detail = typeof world === "string" ? await worldKind.poll(transport, world, { ...call, deadline }) : world;
  const end = statusEnd(detail.status, transport.settings.conventions);
  const urls = chosenUrls(detail, formats, end);
  const files: WorldFile[] = [];
  for (const [format, url] of urls) {
    // Generated here: the name in the URL could be anything.
    const name = `${safeName(detail.worldId, "world")}.${format}`;
    const timeout = deadline === undefined ? undefined : Math.max(1, deadline - transport.clock.now());
    const saved = await saveFile(
      transport,
      platform,
      { place: { folder: directory, name }, url },
      {
        ...options,
        timeout,
        onProgress: onProgress && ((progress) => onProgress({ ...progress, format })),
      },
    );
    files.push({ ...saved, format });
  }
  return files;
}

function chosenUrls(
  { worldId, status, assets, error }: WorldDetail,
  formats: readonly WorldFormat[] | undefined,
  end: StatusEnd | undefined,
): [WorldFormat, string][] {
  const known = assets?.splats?.urls;
  const all: [WorldFormat, string | null | undefined][] = [
    ["ply", known?.plyPath],
    ["spz", known?.spzPath],
  ];
  const there = all.filter((entry): entry is [WorldFormat, string] => typeof entry[1] === "string" && entry[1] !== "");
  for (const format of formats ?? []) {
    if (format !== "ply" && format !== "spz") {
      throw new InvalidRequestError(`formats: expected "ply" or "spz", found ${JSON.stringify(format)}.`);
    }
  }
  const chosen = formats === undefined ? there : there.filter(([format]) => formats.includes(format));
  const missing = formats?.find((format) => !there.some(([found]) => found === format));
  if (chosen.length > 0 && missing === undefined) return chosen;
  if (formats?.length === 0) return [];
  if (end === "failed") {
    const why = error?.message == null ? "" : `: ${error.message}`;
    throw new OperationFailedError(`The world ${worldId} failed${why}, and has no files.`, { operationId: worldId });
  }
  if (end === "succeeded") {
    throw new NotFoundError(`The world ${worldId} has no ${missing ?? "ply or spz"} file.`, { operationId: worldId });
  }
  throw new InvalidRequestError(
    `The world ${worldId} is ${status}, and has no files yet. Wait for it first (worlds.wait).`,
    { operationId: worldId },
  );
}
