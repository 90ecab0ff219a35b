import type * as Publish from "@usdkit/publish";
import { IoError } from "@usdkit/command/cli/errors";

/** An optional peer; its name is a value, which the bundler does not follow. */
const PEER: string = "@usdkit/publish";

/** Loads the package that publishes stages. @throws {IoError} if it is not installed. */
export async function loadPublish(): Promise<typeof Publish> {
  try {
    return (await import(PEER)) as typeof Publish;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(PEER)) throw error;
    throw new IoError(`${PEER} is not installed: run npm install ${PEER} next to @usdkit/spatial-cli`);
  }
}
