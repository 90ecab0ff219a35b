/** What the rendering service does with a name; files that are checked as USD alone are not about it. */
import { isServiceProfile, resolveProfile } from "@usdkit/validate";
import type { HoverContext } from "./provider.ts";

type Context = Pick<HoverContext, "settings" | "document">;

/** Returns a paragraph with the note, or nothing for a file that is not for the service. */
export function serviceNote(context: Context, note: string): string {
  return isForService(context) ? `\n\n${note}` : "";
}

/** Returns whether the document is checked with the rules of the service. */
export function isForService({ settings, document }: Context): boolean {
  return isServiceProfile(resolveProfile(settings.check.profile ?? "auto", document.layer));
}
