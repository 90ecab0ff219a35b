/** The page of a library. */
import type * as View from "@usdkit/view";
import { path } from "@usdkit/command/process/builtins";
import { fileOf, search, summaryOf, thumbnailOf, viewablePath } from "@usdkit/library/ask/browse";
import { openLibrary } from "@usdkit/library/database/open-library";

/** Viewers that are open at a time: each is a server, and the oldest one ends. */
const MAX_VIEWERS = 8;

/** How the page is served. */
export interface LibraryPageOptions {
  /** The index, absolute. */
  readonly file: string;
  readonly port: number | undefined;
  /** Starts the viewer of a file, given by its absolute path and its path in the library. */
  readonly view: (location: string, name: string) => Promise<View.RunningView>;
}

/**
 * Serves the page of a library; a file that is opened has a viewer of its own.
 *
 * @throws {IoError} if there is no index
 * @throws {Error} of the system if the port cannot be used
 */
export async function viewLibrary(
  { startLibraryView }: typeof View,
  { file, port, view }: LibraryPageOptions,
): Promise<View.RunningView> {
  // What an update writes later is shown: each question opens the index again, which may be another file by then.
  const ask = <Answer>(question: (library: ReturnType<typeof openLibrary>) => Answer): Answer => {
    using library = openLibrary(file);
    return question(library);
  };
  ask(() => undefined);
  const viewers = new Map<string, View.RunningView>();
  const running = await startLibraryView({
    port,
    library: {
      summary: () => ask(({ database }) => summaryOf(database)),
      search: (request) => ask(({ database }) => search(database, request)),
      file: (id) => ask(({ database }) => fileOf(database, id)),
      thumbnail: (id) => ask(({ database }) => thumbnailOf(database, id)),
      async open(id) {
        const found = ask(({ database, folder }) => ({ folder, name: viewablePath(database, id) }));
        if (found.name === undefined) return undefined;
        const location = path.join(found.folder, found.name);
        let viewer = viewers.get(location);
        if (viewer === undefined) {
          viewer = await view(location, found.name);
          viewers.set(location, viewer);
          const [[oldest, old] = []] = viewers;
          if (viewers.size > MAX_VIEWERS && oldest !== undefined) {
            viewers.delete(oldest);
            void old?.close();
          }
        }
        return viewer.url;
      },
    },
  });
  return {
    url: running.url,
    async close() {
      await Promise.all([running, ...viewers.values()].map((each) => each.close()));
    },
  };
}
