import { IoError } from "@usdkit/command/cli/errors";

/**
 * Loads a package that is an optional peer. Its name is a value, which the bundler does not follow.
 *
 * @throws {IoError} if the package is not installed.
 */
export async function loadPeer<Module>(name: string): Promise<Module> {
  try {
    return (await import(name)) as Module;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(name)) throw error;
    throw new IoError(`${name} is not installed: run npm install ${name} next to usda-lint`);
  }
}
