/** Files of the user's machine that the page shows. They stay in it: nothing is sent. */

/** Bytes of a file that a page can hold. */
const MOST_BYTES = 2 ** 30;

/**
 * Reads files in their order.
 *
 * @param open called with the name and the content of each
 * @param refuse called with a message about a file that cannot be opened
 */
export async function openFiles(
  files: readonly File[],
  open: (name: string, bytes: Uint8Array<ArrayBuffer>) => void,
  refuse: (message: string) => void,
): Promise<void> {
  for (const file of files) {
    if (file.size > MOST_BYTES) {
      refuse(`${file.name} has ${file.size} bytes: a page opens files of at most ${MOST_BYTES}`);
      continue;
    }
    try {
      // oxlint-disable-next-line no-await-in-loop -- in the order in which they were dropped
      open(file.name, new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      refuse(`${file.name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
