/** The projects whose configurations the user has consented to run, in a file of the user. */
import { fs, path } from "@usdkit/command/process/builtins";
import { configFolder } from "@usdkit/command/files/config-folder";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import * as z from "zod";

const MAX_BYTES = 2 ** 20;
const MAX_PROJECTS = 1000;

const schema = z.strictObject({ version: z.literal(1), projects: z.array(z.string()).max(MAX_PROJECTS) });

export class TrustedProjects {
  /** Absolute. */
  readonly file: string;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.file = path.join(configFolder(env), "trusted-projects.json");
  }

  /** Returns whether the user has consented to a project, by its absolute folder. The file is read each time. */
  has(project: string): boolean {
    return this.#read().includes(project);
  }

  /**
   * Remembers the consent to a project; of very many, the oldest is forgotten.
   *
   * @throws {Error} of the file system.
   */
  add(project: string): void {
    const others = this.#read().filter((each) => each !== project);
    const projects = [...others, project].slice(-MAX_PROJECTS);
    writeAtomically(this.file, `${JSON.stringify({ version: 1, projects }, undefined, 2)}\n`);
  }

  /** Returns no project if the file is missing or invalid. */
  #read(): readonly string[] {
    try {
      if (fs.statSync(this.file).size > MAX_BYTES) return [];
      return schema.parse(JSON.parse(fs.readFileSync(this.file, "utf8"))).projects;
    } catch {
      return [];
    }
  }
}
