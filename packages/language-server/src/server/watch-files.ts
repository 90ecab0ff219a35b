/** Files that the client is asked to watch: those that every workspace may have, and those that configurations name. */
import type { Session } from "../document/session.ts";
import type { DocumentSettings } from "../host/host.ts";
import { fileNameOf } from "../protocol/uris.ts";

/** Files of configurations that are watched by name; those of further configurations are not. */
const MAX_WATCHED = 200;
const LAYER = /\.usd[acz]?$/i;
/** Characters of the protocol's globs. */
const GLOB = /[*?{}[\]!,]/g;

type GlobPattern = string | { readonly baseUri: string; readonly pattern: string };

/** Asks the client for changes of files, if it can watch them. */
export function watchFiles(session: Session, patterns: readonly GlobPattern[]): void {
  if (!session.traits.canWatchFiles || patterns.length === 0) return;
  const watchers = patterns.map((globPattern) => ({ globPattern }));
  const id = `files ${JSON.stringify(patterns)}`;
  const registrations = [{ id, method: "workspace/didChangeWatchedFiles", registerOptions: { watchers } }];
  session.connection
    .sendRequest("client/registerCapability", { registrations })
    .catch((error: unknown) => session.logError("Watching files", error));
}

/** Watches the files that settings were read from (configuration, baseline, base, list of assets), each once. */
export function watchSettingsFiles(session: Session, { files = [] }: DocumentSettings): void {
  const added = files.filter((uri) => !session.watchedFiles.has(uri));
  const patterns: GlobPattern[] = [];
  for (const uri of added) {
    if (session.watchedFiles.size >= MAX_WATCHED) break;
    session.watchedFiles.add(uri);
    // `?` matches any character of a name, also one that would be part of a pattern.
    const pattern = fileNameOf(uri).replace(GLOB, "?");
    const baseUri = uri.slice(0, uri.lastIndexOf("/"));
    patterns.push(session.traits.hasRelativePatterns ? { baseUri, pattern } : `**/${pattern}`);
  }
  watchFiles(session, patterns);
}

/** Files changed on disk: settings are read again, except for layers that no configuration names, as findings do not depend on them. */
export function filesChanged(session: Session, uris: readonly string[]): void {
  // Names are compared, as clients encode characters of URIs in different ways.
  const watched = new Set(Array.from(session.watchedFiles, fileNameOf));
  if (uris.some((uri) => !LAYER.test(uri) || watched.has(fileNameOf(uri)))) session.refresh();
  else for (const uri of uris) session.forgetLayer(uri);
}
