import type * as View from "@usdkit/view";
import { reportProblem, resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import type { Command } from "@usdkit/command/cli/command";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { EXIT_INTERRUPTED } from "@usdkit/command/process/exit-codes";
import { fs, path } from "@usdkit/command/process/builtins";
import { escapeLines } from "@usdkit/command/terminal/escape-terminal";
import { CodeGuard, type CodeConsent } from "@usdkit/lint-config/code-policy";
import { TrustedProjects } from "@usdkit/lint-config/trusted-projects";
import { STANDARD_INPUT, withSlashes } from "@usdkit/command/files/input";
import { assetFinder } from "@usdkit/command/files/asset-files";
import { compositionOptions } from "../composition/composition-options.ts";
import { selectionsOf, type CompositionArguments } from "../composition/stage-options.ts";
import { SEARCH_PATH_HELP, searchPathsOf } from "../files/search-paths.ts";
import { loadPeer } from "../render/load-peer.ts";
import { openAddress } from "../render/open-address.ts";
import { CodeRulesByFile } from "../view/code-rules.ts";
import { findSettings } from "../view/find-settings.ts";

const MAX_PORT = 65_535;

export interface ViewArguments extends CompositionArguments {
  files?: string[];
  library?: string;
  assets?: string;
  port?: number;
  readOnly?: boolean;
  open?: boolean;
  noConfig?: boolean;
  trustConfig?: boolean;
}

export const view: Command<ViewArguments> = {
  command: "view [files..]",
  describe:
    "Show text, findings, prims, the composed stage, plan and image on a page, live as the files change (needs @usdkit/view)",
  builder: {
    files: { describe: "Files of any encoding" },
    library: { type: "string", describe: "Search a library instead: the database of usda index" },
    assets: {
      type: "string",
      describe: "A folder of <mesh id>.glb, .ply or .spz files, or a JSON map of mesh ids to files",
    },
    port: { type: "number", describe: "Port on this machine; default: a free one" },
    "read-only": { type: "boolean", describe: "Edits on the page cannot be saved" },
    "no-config": { type: "boolean", describe: "Use no configuration file" },
    "trust-config": {
      type: "boolean",
      describe: "Run configurations of the files' projects that are code, now and from now on",
    },
    ...compositionOptions,
    "search-path": { type: "string", array: true, describe: SEARCH_PATH_HELP },
    open: { type: "boolean", default: true, describe: "Open the page in a browser; --no-open only prints its address" },
  },
  examples: [
    ["$0 view scene.usda --assets models", "models/chair-01.glb is the mesh chair-01"],
    ["$0 view a.usda b.usdz --no-open", "print the address and wait"],
    ["$0 view --library assets.sqlite", "search what usda index has found"],
  ],
  handler,
};

async function handler(given: ViewArguments, context: CommandContext): Promise<void> {
  const { files = [], library, port, noConfig, open = true } = given;
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= MAX_PORT)) {
    throw new UsageError(`--port expects a number from 0 to ${MAX_PORT}`);
  }
  if (noConfig === true && given.trustConfig === true)
    throw new UsageError("--trust-config with --no-config: use one of them");
  if (files.includes(STANDARD_INPUT))
    throw new UsageError("usda view shows files, not standard input: it follows them");
  if (library === undefined && files.length === 0) throw new UsageError("Missing files, or --library with a database");
  if (library !== undefined && files.length > 0) throw new UsageError("--library with files: use one of them");
  const viewed = files.map((name) => ({ name, location: resolvePath(context, name) }));
  // One that is missing now may come; if none is there, the name is mistyped.
  if (library === undefined && !viewed.some(({ location }) => fs.existsSync(location))) {
    reportProblem(context, "usda view", `${files.join(", ")}: no such file`);
    return;
  }
  const viewer = await createViewer(given, context, viewed);
  const startLibrary = async (database: string): Promise<View.RunningView> => {
    const { viewLibrary } = await import("../library/view-library.ts");
    const file = resolvePath(context, database);
    const view = (location: string, name: string): Promise<View.RunningView> => viewer.start([{ name, location }]);
    return await viewLibrary(viewer.module, { file, port, view });
  };
  let running: View.RunningView;
  try {
    running = library === undefined ? await viewer.start(viewed, port) : await startLibrary(library);
  } catch (error) {
    if (error instanceof IoError) throw error;
    reportProblem(context, "usda view", `port ${port ?? 0}: ${describeIoError(error)}`);
    return;
  }
  await context.stdout.write(`${running.url}\n`);
  context.stderr.write("usda view: Ctrl-C to stop\n");
  if (open) openAddress(running.url);
  await new Promise<void>((resolve) => {
    const stop = context.onInterrupt(() => {
      stop();
      resolve();
    });
  });
  await Promise.all([running.close(), viewer.close()]);
  context.exitCode = EXIT_INTERRUPTED;
}

/** Starts the viewer of files with the arguments of a call. */
interface Viewer {
  readonly module: typeof View;
  readonly start: (files: readonly View.ViewedFile[], port?: number) => Promise<View.RunningView>;
  readonly close: () => Promise<void>;
}

async function createViewer(
  given: ViewArguments,
  context: CommandContext,
  viewed: readonly View.ViewedFile[],
): Promise<Viewer> {
  const { assets, readOnly, noConfig } = given;
  const place = assets === undefined ? undefined : resolvePath(context, assets);
  const find = assets === undefined || place === undefined ? undefined : () => assetFinder(assets, place);
  find?.();
  const module = await loadPeer<typeof View>("@usdkit/view");
  const code = new CodeRulesByFile();
  const composition = await compositionOf(given, context);
  const use = { usesConfig: noConfig !== true, consent: consentOf(given, context, viewed) };
  return {
    module,
    start: (files, port) =>
      module.startView({
        files,
        port,
        readOnly,
        composition,
        assets: place,
        // A map is read again for each asset: it may have changed.
        findAsset: find && ((meshId) => find()(meshId)),
        findSettings: async (location) => {
          const found = await findSettings(location, context.cwd, use);
          code.set(location, found.prepared);
          return found;
        },
        checkCode: (location, text) => code.check(location, text),
      }),
    close: () => code.close(),
  };
}

/** Returns how the stages of the page are composed. */
async function compositionOf(
  { variant, searchPath, session }: CompositionArguments,
  context: CommandContext,
): Promise<NonNullable<View.ViewOptions["composition"]>> {
  return {
    variants: await selectionsOf(variant),
    searchPaths: searchPathsOf(context, searchPath).map(withSlashes),
    ...(session !== undefined && { session: withSlashes(resolvePath(context, session)) }),
  };
}

/** Returns the consent of earlier calls and, with `--trust-config`, of this one to the projects of the files. */
function consentOf(
  { trustConfig }: ViewArguments,
  context: CommandContext,
  viewed: readonly { readonly location: string }[],
): CodeConsent {
  const trusted = new TrustedProjects(context.env);
  if (trustConfig === true) {
    const guard = new CodeGuard({ roots: [context.cwd] }, context.cwd);
    for (const project of new Set(viewed.map(({ location }) => guard.projectOf(path.dirname(location))))) {
      try {
        trusted.add(project);
      } catch (error) {
        throw new IoError(`${trusted.file}: ${describeIoError(error)}`);
      }
      const message = `configurations of ${project} run from now on; ${trusted.file} lists such projects`;
      context.stderr.write(`usda view: ${escapeLines(message)}\n`);
    }
  }
  return { has: (project) => trusted.has(project), advice: "start usda view with --trust-config" };
}
