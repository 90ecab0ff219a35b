/** Name of the choice of no camera in the page's list of cameras. */
export const FREE_VIEW = "Free view";

/** Returns the message of an error in terms of what the page has. */
export function pageMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace('use the camera "auto"', `choose "${FREE_VIEW}" in the list of cameras`);
}
