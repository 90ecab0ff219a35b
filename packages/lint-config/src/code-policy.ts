/** Which configurations that are code may run: those of the project, which belong to the user. */
import { fs, path } from "@usdkit/command/process/builtins";
import { nameOf } from "@usdkit/command/files/input";

/** What the user has consented to. */
export interface CodeConsent {
  /** Returns whether configurations of a project may run, by its absolute folder. */
  has(project: string): boolean;
  /** How to consent, in the imperative: `start with --trust-config`. */
  readonly advice: string;
}

export interface CodePolicy {
  /**
   * Absolute folders that are projects if they are in no repository and no package: the working folder and the folders that
   * are checked, or those of an editor.
   */
  readonly roots: readonly string[];
  /** Undefined: to run the command is consent. */
  readonly consent?: CodeConsent | undefined;
}

/** Returns why a configuration that is code must not run, as the end of a message; undefined if it may. The file is absolute. */
export type CodeCheck = (file: string) => string | undefined;

/** For a configuration that the user names: it runs wherever it is, and whoever it belongs to. */
export const isNamed: CodeCheck = () => undefined;

/** Answers for the files of one policy; caches the projects by folder. */
export class CodeGuard {
  readonly #policy: CodePolicy;
  readonly #cwd: string;
  readonly #projects = new Map<string, string>();

  /** @param cwd Names in messages are relative to it. */
  constructor(policy: CodePolicy, cwd: string) {
    this.#policy = policy;
    this.#cwd = cwd;
  }

  /** Returns the folder of the project that a folder is in. */
  projectOf(folder: string): string {
    let project = this.#projects.get(folder);
    if (project === undefined) {
      project = findProject(folder, this.#policy.roots);
      this.#projects.set(folder, project);
    }
    return project;
  }

  /** Returns the check of configurations for files of a project. */
  checkFor(project: string): CodeCheck {
    const { consent } = this.#policy;
    return (file) => {
      if (!isInside(project, file)) {
        const name = nameOf(project, this.#cwd);
        return `it is code outside of the project's folder ${name === "" ? "." : name}: name it with --config, or use a .json file`;
      }
      const owner = otherOwner(file);
      if (owner !== undefined) return `it is code that belongs to another user (uid ${owner}): name it with --config`;
      if (consent !== undefined && !consent.has(project))
        return `it is code, which needs your consent: ${consent.advice}`;
      return undefined;
    };
  }
}

/**
 * Returns the folder of the project: the root of the closest repository, otherwise the closest folder with a package.json,
 * otherwise the outermost of the roots that contain the folder, otherwise the folder itself.
 */
function findProject(start: string, roots: readonly string[]): string {
  let withManifest: string | undefined;
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, ".git"))) return folder;
    if (withManifest === undefined && fs.existsSync(path.join(folder, "package.json"))) withManifest = folder;
    if (path.dirname(folder) === folder) break;
  }
  const outer = roots.filter((root) => isInside(root, start)).sort((a, b) => a.length - b.length);
  return withManifest ?? outer.at(0) ?? start;
}

/** Returns whether a path is a folder or below it. */
export function isInside(folder: string, file: string): boolean {
  const between = path.relative(folder, file);
  return between === "" || (between !== ".." && !between.startsWith(`..${path.sep}`) && !path.isAbsolute(between));
}

/** Returns the owner of a file if it is another user; undefined on Windows, which has no user ids. */
function otherOwner(file: string): number | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  try {
    const { uid } = fs.statSync(file);
    return uid === user ? undefined : uid;
  } catch {
    // Reported when it is read.
    return undefined;
  }
}
