import type { WorldResource } from "./world-resource.ts";

/** Maximum words of a prompt in a name. */
const WORDS = 6;
/** Maximum characters of a name derived from a prompt or a file's name. */
const MAX_LENGTH = 60;

/**
 * Returns the default name of a world.
 *
 * Ours: that of the first file without its extension, otherwise the first words of the prompt, otherwise `World`.
 */
export function defaultWorldName(request: {
  readonly prompt?: string | undefined;
  readonly resources?: readonly WorldResource[] | undefined;
}): string {
  const url = request.resources?.[0]?.url;
  const name = (url === undefined ? undefined : fileName(url)) ?? firstWords(request.prompt ?? "");
  return Array.from(name).slice(0, MAX_LENGTH).join("") || "World";
}

function fileName(url: string): string | undefined {
  try {
    const { pathname } = new URL(url);
    const name = decodeURIComponent(pathname.slice(pathname.lastIndexOf("/") + 1));
    const dot = name.lastIndexOf(".");
    return (dot > 0 ? name.slice(0, dot) : name) || undefined;
  } catch {
    return undefined;
  }
}

function firstWords(prompt: string): string {
  return prompt.trim().split(/\s+/, WORDS).join(" ");
}
