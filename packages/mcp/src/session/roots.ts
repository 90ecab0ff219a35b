/** The folders that a server reads and writes: paths from clients are checked against them. */
import { existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { ToolError } from "./tool-error.ts";

const LONGEST_NAME = 4096;

/** Folders, with links followed. Relative paths start in the first one. */
export class Roots {
  /** Absolute, with the links in them followed. */
  readonly folders: readonly string[];

  /**
   * @param folders absolute
   * @throws Error if one is not a folder
   */
  constructor(folders: readonly string[]) {
    if (folders.length === 0) throw new Error("Expected at least one root folder");
    this.folders = folders.map((folder) => {
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
        throw new Error(`--root ${folder}: there is no such folder`);
      }
      return realpathSync(folder);
    });
  }

  /** The folder in which relative paths start. */
  get first(): string {
    return this.folders[0];
  }

  /**
   * Returns the absolute path of a file that exists, links followed.
   *
   * @param argument the name of the argument, for messages
   * @throws ToolError if it is outside of the roots, or does not exist
   */
  existing(argument: string, name: string): string {
    const full = this.absolute(argument, name);
    // Whether a file outside exists is not told.
    if (!this.holds(full) || !existsSync(full)) throw this.notFound(argument, name, full);
    const real = realpathSync(full);
    if (!this.holds(real)) throw outside(argument, name);
    if (statSync(real).isDirectory()) {
      throw new ToolError(`Expected a file, found the folder ${JSON.stringify(name)}`, {
        place: argument,
        remedy: "Name a file in it",
      });
    }
    return real;
  }

  /**
   * Returns the absolute path for a file to write. Its folder exists.
   *
   * @param extensions lower-case, with the dot
   * @throws ToolError if it is outside of the roots, a link that leads out of them, or has another extension
   */
  output(argument: string, name: string, extensions: readonly string[]): string {
    const full = this.absolute(argument, name);
    if (!this.holds(full)) throw outside(argument, name);
    const folder = path.dirname(full);
    if (!existsSync(folder)) {
      throw new ToolError(`The folder of ${JSON.stringify(name)} does not exist`, {
        place: argument,
        remedy: "Use a folder that exists: this tool creates none",
      });
    }
    const real = path.join(realpathSync(folder), path.basename(full));
    const target = existsSync(real) ? realpathSync(real) : real;
    if (!this.holds(real) || !this.holds(target)) throw outside(argument, name);
    if (!extensions.includes(path.extname(target).toLowerCase())) {
      throw new ToolError(`${JSON.stringify(name)} has an extension that this tool does not write`, {
        place: argument,
        remedy: `Use ${extensions.join(", ")}`,
      });
    }
    return target;
  }

  /** Returns the name of a file for results: relative to the first root. */
  name(file: string): string {
    return path.relative(this.first, file).split(path.sep).join("/");
  }

  /** Returns a text with the paths of files below the first root relative to it, as results have them. */
  shortened(text: string): string {
    return text.replaceAll(`${this.first}${path.sep}`, "");
  }

  private absolute(argument: string, name: string): string {
    if (name === "" || name.length > LONGEST_NAME || name.includes("\0")) {
      throw new ToolError("Expected the path of a file", { place: argument });
    }
    if (path.isAbsolute(name)) return path.normalize(name);
    const found = this.folders.map((folder) => path.resolve(folder, name)).find((full) => existsSync(full));
    return found ?? path.resolve(this.first, name);
  }

  private holds(file: string): boolean {
    return this.folders.some(
      (folder) => file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`),
    );
  }

  private notFound(argument: string, name: string, full: string): ToolError {
    if (!this.holds(full)) return outside(argument, name);
    const base = this.folders.length === 1 ? "the root folder" : "one of the root folders";
    return new ToolError(`There is no file ${JSON.stringify(name)}`, {
      place: argument,
      remedy: name.endsWith("]")
        ? "Name the package alone: its first layer is taken"
        : `Paths are absolute or relative to ${base}`,
    });
  }
}

function outside(argument: string, name: string): ToolError {
  return new ToolError(`${JSON.stringify(name)} is outside of the folders of this server`, {
    place: argument,
    remedy: "Use a file below one of them, or start the server with a further --root",
  });
}
