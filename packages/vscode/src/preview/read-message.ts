/** Checks messages and states of previews, which come from outside of the extension. */
import type { FromPreview, PreviewState } from "@usdkit/view/preview-messages";

/** Longer paths and ids are rejected. */
const MAX_LENGTH = 10_000;

/** Returns a message of a page; undefined if it is none. */
export function readMessage(message: unknown): FromPreview | undefined {
  const { kind, path, id, meshId, location, version, line } = fieldsOf(message);
  if (kind === "ready" || kind === "loaded") return { kind };
  if (kind === "pick" && (path === null || isShort(path))) return { kind, path };
  if (kind === "place" && isShort(location) && isCount(line)) return { kind, location, line };
  if (!isCount(id)) return undefined;
  if (kind === "asset" && isShort(meshId)) return { kind, id, meshId };
  if (kind === "layer" && isShort(location) && isShort(version)) return { kind, id, location, version };
  return undefined;
}

/** Returns the state that a preview was saved with; undefined if it has none. */
export function readState(state: unknown): PreviewState | undefined {
  const { uri, isLocked } = fieldsOf(state);
  return isShort(uri) && typeof isLocked === "boolean" ? { uri, isLocked } : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function isShort(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_LENGTH;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}
