/** Files of this machine, and the configurations of `usda-lint` closest to them. */
import { readFile, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isInside, type CodePolicy } from "@usdkit/lint-config/code-policy";
import { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import { TrustedProjects } from "@usdkit/lint-config/trusted-projects";
import type { DocumentSettings, FileStatus, Host, Workspace } from "../host/host.ts";
import { checkOptionsOf, namedBy } from "./check-options.ts";
import { garbageCollector } from "./collect-garbage.ts";

/** Folders that are not looked into for layers. */
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", "dist", "build", "__pycache__"]);
const MAX_FOLDERS = 5000;
const MAX_NAMES = 5000;
const LAYER = /\.(?:usda|usd)$/i;

/** Options of {@link nodeHost}. */
export interface NodeHostOptions {
  /** False: no configuration is used. */
  readonly usesConfig?: boolean | undefined;
  /** Names the folder of the projects that the user has consented to. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Returns the host of a process. Only `file:` URIs lead to files. */
export function nodeHost({ usesConfig = true, env = process.env }: NodeHostOptions = {}): Host {
  let policy: CodePolicy = codePolicy({ folders: [], trustConfig: undefined }, env);
  const newLookup = (): ConfigLookup =>
    new ConfigLookup(usesConfig ? undefined : false, { rules: {} }, process.cwd(), policy);
  let lookup = newLookup();
  return {
    begin(workspace: Workspace): void {
      policy = codePolicy(workspace, env);
      lookup = newLookup();
    },

    workDone: garbageCollector(),

    async status(uri: string): Promise<FileStatus | undefined> {
      const path = pathOf(uri);
      if (path === undefined) return undefined;
      try {
        const found = await stat(path);
        const version = `${found.mtimeMs}-${found.size}`;
        if (found.isDirectory()) return { kind: "folder", size: 0, version };
        // Reading a pipe or a device would block.
        return found.isFile() ? { kind: "file", size: found.size, version } : undefined;
      } catch {
        return undefined;
      }
    },

    async readFile(uri: string, maxBytes: number): Promise<Uint8Array | undefined> {
      const path = pathOf(uri);
      const status = path === undefined ? undefined : await this.status(uri);
      if (path === undefined || status?.kind !== "file" || status.size > maxBytes) return undefined;
      try {
        return await readFile(path);
      } catch {
        return undefined;
      }
    },

    async readFolder(uri: string): Promise<readonly string[]> {
      const path = pathOf(uri);
      if (path === undefined) return [];
      try {
        const entries = await readdir(path, { withFileTypes: true });
        return entries
          .filter(({ name }) => !name.startsWith("."))
          .slice(0, MAX_NAMES)
          .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
      } catch {
        return [];
      }
    },

    async findLayers(folderUri: string, limit: number): Promise<readonly string[]> {
      const root = pathOf(folderUri);
      const found: string[] = [];
      const waiting = root === undefined ? [] : [root];
      for (let left = MAX_FOLDERS; left > 0 && found.length < limit; left--) {
        const folder = waiting.shift();
        if (folder === undefined) break;
        const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
        for (const entry of entries) {
          const path = join(folder, entry.name);
          // Links are not followed: they may lead in circles.
          if (entry.isDirectory() && !entry.name.startsWith(".") && !SKIPPED.has(entry.name)) waiting.push(path);
          else if (entry.isFile() && LAYER.test(entry.name) && found.length < limit)
            found.push(pathToFileURL(path).href);
        }
      }
      return found;
    },

    async settings(uri: string): Promise<DocumentSettings> {
      const path = pathOf(uri);
      if (path === undefined) return { check: {}, isIgnored: false };
      try {
        const { settings, config, ignored } = await lookup.find(path);
        const { options, problem } = await checkOptionsOf(settings, path);
        const files = [config?.file, ...(config?.extended ?? []), ...namedBy(settings)];
        return {
          check: options,
          isIgnored: ignored,
          problem,
          base: settings.base === undefined ? undefined : pathToFileURL(settings.base).href,
          files: files.filter((file) => file !== undefined).map((file) => pathToFileURL(file).href),
        };
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        return { check: {}, isIgnored: false, problem };
      }
    },

    forgetSettings(): void {
      lookup = newLookup();
    },
  };
}

/** Returns which configurations that are code may run in a workspace. */
function codePolicy({ folders, trustConfig }: Workspace, env: NonNullable<NodeHostOptions["env"]>): CodePolicy {
  const roots = folders.map(pathOf).filter((path) => path !== undefined);
  const remembered = new TrustedProjects(env);
  const has = (project: string): boolean => {
    if (typeof trustConfig === "boolean") return trustConfig;
    return remembered.has(project) || (trustConfig ?? []).some((folder) => isInside(folder, project));
  };
  const advice =
    trustConfig === false
      ? "trust the workspace"
      : 'list the folder in "trustConfig" of the initialization options, or start usda view with --trust-config once';
  return { roots, consent: { has, advice } };
}

function pathOf(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    const path = fileURLToPath(uri);
    return dirname(path) === "" ? undefined : path;
  } catch {
    return undefined;
  }
}
