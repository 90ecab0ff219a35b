/** What was published before, by content: the file `usdkit-publish.json`. */
import * as z from "zod";
import { PublishError } from "../errors/publish-error.ts";

/** How far a file is at the service; each step adds a field. */
export interface MeshState {
  readonly bytes: number;
  /** Where the file is after its upload. */
  readonly url?: string | undefined;
  /** The task that ingests it. */
  readonly taskId?: string | undefined;
  /** The mesh, after it was ingested. */
  readonly meshId?: string | undefined;
}

/** The states of files by service and by SHA-256 of the content with the extension (`3f…a0.glb`). */
export type PublishRecord = Readonly<Record<string, Readonly<Record<string, MeshState>>>>;

const stateSchema = z.object({
  bytes: z.number(),
  url: z.string().optional(),
  taskId: z.string().optional(),
  meshId: z.string().optional(),
});
const recordSchema = z.object({
  version: z.literal(1),
  services: z.record(z.string(), z.record(z.string(), stateSchema)),
});

/**
 * Reads a record.
 *
 * @param name of its file, for messages
 * @throws PublishError if the text is no record of this version
 */
export function parseRecord(text: string, name: string): PublishRecord {
  const invalid = (problem: string): PublishError =>
    new PublishError(`${name}: ${problem}. Remove the file to upload everything again`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid("It is not valid JSON");
  }
  const { data, error } = recordSchema.safeParse(value);
  if (data !== undefined) return data.services;
  const [{ path, message }] = error.issues;
  const [first] = path;
  if (first === "version") throw invalid("It is not a record of version 1, but of another one");
  throw invalid(`It is not a record of version 1: /${path.map(String).join("/")}: ${message}`);
}

/** Returns the text of a record. */
export function formatRecord(services: PublishRecord): string {
  return `${JSON.stringify({ version: 1, services }, null, 1)}\n`;
}
