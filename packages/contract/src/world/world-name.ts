import type { WorldResource } from "./world-resource.ts";

/** Words of a prompt that a name is made of. */
const WORDS = 6;
/** Most characters of a name that is made of a prompt or a file's name. */
const MAX_LENGTH = 60;

/**
 * The name of a world that was given none.
 *
 * Ours: that of the first file without its extension, else the first words of the prompt, else `World`.
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
