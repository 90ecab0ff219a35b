/** The dependencies of a model of the service: over sockets or on a virtual clock. */
import type { Area, Course } from "./course.ts";
import type { ServiceRequest } from "./request.ts";

/** A file that the service publishes under a URL. */
export type PublishedFile =
  | { readonly kind: "upload"; readonly name: string; readonly bytes: Uint8Array }
  | { readonly kind: "image"; readonly name: string; readonly resolution: readonly [number, number] }
  | { readonly kind: "ply" | "spz" | "lod" | "model"; readonly name: string };

/** An event in the service. */
export type ServiceEvent =
  /** A job is rendered: once per event. */
  | { readonly kind: "job-accepted"; readonly id: string; readonly requestId: string; readonly request: ServiceRequest }
  | {
      readonly kind: "session-created";
      readonly id: string;
      readonly requestId: string;
      readonly request: ServiceRequest;
    }
  | { readonly kind: "session-active"; readonly id: string }
  | { readonly kind: "session-patched"; readonly id: string; readonly patch: string }
  | { readonly kind: "session-ended"; readonly id: string; readonly by: "delete" | "service" }
  | { readonly kind: "task-begun"; readonly area: Area; readonly id: string; readonly request: ServiceRequest }
  | { readonly kind: "part-repeated"; readonly id: string }
  | { readonly kind: "upload-failed"; readonly id: string; readonly reason: string }
  /** A rule of the specification that the caller broke, as a sentence. */
  | { readonly kind: "violation"; readonly sentence: string };

export interface Surroundings {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns the next id of a kind: `job-1`. */
  id(kind: string): string;
  /** Returns the next id of a kind, with an unguessable part. */
  secret(kind: string): string;
  /** Returns the user of a key. */
  userOf(key: string): string | undefined;
  /** Returns the course of a new operation. */
  course(area: Area): Course;
  /** Publishes a file. @returns Its URL. */
  publish(file: PublishedFile): string;
  happened(event: ServiceEvent): void;
  /** `{upload_url}`, spec 2.1. */
  readonly uploadUrl: () => string;
  /** Where the WebSockets of sessions are, spec 2.7: `127.0.0.1:49152`. */
  readonly nodeHost: () => string;
}

/** The choices that the specification leaves to a service, and behaviour beyond our decisions. */
export interface ServiceChoices {
  /** Spec 2.1, bytes: maximum size of a single upload, and the size of a part. */
  readonly blockSize: number;
  /** Whether a finished file is recognised by its md5 and size (spec 2.2, `deduplicated`). */
  readonly deduplicates: boolean;
  /** Whether the bytes of uploads are kept; otherwise their sizes alone. */
  readonly keepsUploads: boolean;
  /** Number of the first part (spec 4.1: not shown); default 0. */
  readonly firstPart?: number | undefined;
  /** Other names of `taskId` and `partNumber` in forms and queries (spec 4.1: not shown). */
  readonly fieldNames?: Readonly<Record<string, string>> | undefined;
  /** The position of a new session in the queue. */
  readonly queue: number;
  /** Whether the guard of requestIds also remembers those of rejected submissions (spec 4.3, jobs, rule 2). */
  readonly remembersRejected?: boolean | undefined;
  /** Whether the `result` of a session contains its queue position before it is done (spec 2.7 has null). */
  readonly queueInResult?: boolean | undefined;
}
