/** Longer texts are not loaded into the editor. */
export const MAX_EDITOR_BYTES: number = 20 * 2 ** 20;
