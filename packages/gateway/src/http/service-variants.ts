/** Varies responses within the specification, for tests of clients. */
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { limits } from "@usdkit/contract";
import type { Variant, VariantBehaviour, VariantReply } from "@usdkit/contract/variants";
import type { Clock } from "../settings/clock.ts";
import { ApiFailure } from "./api-failure.ts";

/** Ids that are exact as JSON numbers. */
const MIN_NUMERIC_ID = 10 ** 13;
const MAX_NUMERIC_ID = 2 ** 47;
/** Ids that are not exact as numbers of JavaScript. */
const MIN_LONG_ID = 2n ** 62n;
/** Maximum number of remembered polls and rejected ids. */
const MAX_REMEMBERED = 100_000;

/** The parts of a request that variants use. */
export interface VariedRequest {
  /** Id of the endpoint. */
  readonly endpoint: string;
  readonly user: string;
  readonly parts: Readonly<Record<string, object>>;
}

export class ServiceVariants {
  readonly numericCodes: boolean;
  readonly frameBeforeReady: boolean;
  readonly queueInResult: boolean;
  private readonly change: (reply: VariantReply, endpoint: string) => VariantReply;
  private readonly pollsNotFound: number;
  private readonly numericIds: VariantBehaviour["numericIds"];
  private readonly remembersRejected: boolean;
  private readonly clock: Clock;
  private readonly polls = new Map<string, number>();
  private readonly rejected = new Map<string, number>();

  private constructor(
    variants: readonly Variant[],
    change: (reply: VariantReply, endpoint: string) => VariantReply,
    clock: Clock,
  ) {
    const behaviours = variants.map(({ behaviour = {} }) => behaviour);
    this.change = change;
    this.clock = clock;
    this.numericCodes = behaviours.some(({ numericCodes }) => numericCodes === true);
    this.frameBeforeReady = behaviours.some(({ frameBeforeReady }) => frameBeforeReady === true);
    this.queueInResult = behaviours.some(({ queueInResult }) => queueInResult === true);
    this.numericIds = behaviours.find(({ numericIds }) => numericIds !== undefined)?.numericIds;
    this.remembersRejected = behaviours.some(({ remembersRejected }) => remembersRejected === true);
    this.pollsNotFound = Math.max(0, ...behaviours.map(({ pollsNotFound = 0 }) => pollsNotFound));
  }

  /** @throws {RangeError} for an unknown variant; the message lists the names. */
  static async named(names: readonly string[], clock: Clock): Promise<ServiceVariants> {
    if (names.length === 0) return new ServiceVariants([], (reply) => reply, clock);
    const { applyVariants, variantNamed } = await import("@usdkit/contract/variants");
    const variants = names.map(variantNamed);
    return new ServiceVariants(variants, (reply, endpoint) => applyVariants(variants, reply, endpoint), clock);
  }

  /** Returns an id for a new operation, task or world. */
  makeId(): string {
    switch (this.numericIds) {
      case undefined:
        return randomUUID();
      case "safe":
        return String(randomInt(MIN_NUMERIC_ID, MAX_NUMERIC_ID));
      case "64-bit":
        return String(MIN_LONG_ID + (randomBytes(8).readBigUInt64BE() >> 2n));
    }
  }

  reply(reply: VariantReply, endpoint: string): VariantReply {
    return this.change(reply, endpoint);
  }

  /** Called before a request is handled. @throws {ApiFailure} */
  check({ endpoint, user, parts }: VariedRequest): void {
    const id = polledId(endpoint, parts);
    if (id !== undefined && this.pollsNotFound > 0) {
      const key = `${user} ${id}`;
      const count = (this.polls.get(key) ?? 0) + 1;
      remember(this.polls, key, count);
      if (count <= this.pollsNotFound) throw new ApiFailure("not-found", "not there yet, by a variant");
    }
    const until = this.rejected.get(submittedId(endpoint, user, parts) ?? "");
    if (until !== undefined && until > this.clock.now()) {
      throw new ApiFailure("already-exists", "requestId: a job with it was rejected within a minute");
    }
  }

  /** Called for each request that is rejected with 429. */
  limited({ endpoint, user, parts }: VariedRequest): void {
    const id = submittedId(endpoint, user, parts);
    if (this.remembersRejected && id !== undefined) {
      remember(this.rejected, id, this.clock.now() + limits.duplicateGuardMs);
    }
  }
}

function remember(map: Map<string, number>, key: string, value: number): void {
  if (map.size >= MAX_REMEMBERED) map.clear();
  map.set(key, value);
}

function polledId(endpoint: string, { body, path, query }: VariedRequest["parts"]): string | undefined {
  switch (endpoint) {
    case "jobs.get":
    case "streams.get":
      return textOf(body, "operationId");
    case "worlds.get":
      return textOf(path, "worldId");
    case "meshes.get":
    case "gen3d.get":
      return textOf(query, "taskId");
    default:
      return undefined;
  }
}

function submittedId(endpoint: string, user: string, { body }: VariedRequest["parts"]): string | undefined {
  const id = endpoint === "jobs.submit" ? textOf(body, "requestId") : undefined;
  return id === undefined ? undefined : `${user} ${id}`;
}

function textOf(part: object | undefined, name: string): string | undefined {
  const value: unknown = part === undefined ? undefined : Reflect.get(part, name);
  return typeof value === "string" ? value : undefined;
}
