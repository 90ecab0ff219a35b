/** What the rendering service does with a name; files that are checked as USD alone are not about it. */
import type { HoverContext } from "./provider.ts";

/** Returns a paragraph with the note, or nothing for the profile `usda`. */
export function serviceNote({ settings }: Pick<HoverContext, "settings">, note: string): string {
  return settings.check.profile === "usda" ? "" : `\n\n${note}`;
}
