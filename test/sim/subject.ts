import type {
  ClientOptions,
  Clock,
  Fetch,
  JobHandle,
  RequestOptions,
  RetryPolicy,
  ServiceClient,
  StreamHandle,
  WorldHandle,
} from "@usdkit/client";

/** What is tried: the client itself, or one with a mistake made on purpose. */
export interface Subject {
  /** Options of its clients, in addition to those of the run. */
  readonly retry?: Partial<RetryPolicy>;
  readonly wrapFetch?: (fetch: Fetch) => Fetch;
  readonly wrapClock?: (clock: Clock) => Clock;
  /** @param settings What the client was made with. */
  submit(
    client: ServiceClient,
    requestId: string,
    options: RequestOptions,
    settings: ClientOptions,
  ): Promise<JobHandle>;
  openStream(
    client: ServiceClient,
    requestId: string,
    options: RequestOptions,
    settings: ClientOptions,
  ): Promise<StreamHandle>;
  generate(client: ServiceClient, name: string, options: RequestOptions, settings: ClientOptions): Promise<WorldHandle>;
}

/** A scene in Base64, with the resolution that a job needs. */
export const usdContent: string = btoa('#usda 1.0\ndef RenderSettings "R"\n{\n    int2 resolution = (8, 8)\n}\n');

/** A patch in Base64. */
export const patchContent: string = btoa('#usda 1.0\nover "Camera"\n{\n}\n');

/** The client as it is. */
export const realSubject: Subject = {
  submit: (client, requestId, options) => client.jobs.submit({ requestId, usdContent }, options),
  openStream: (client, requestId, options) => client.streams.create({ requestId, usdContent }, options),
  generate: (client, name, options) => client.worlds.generate({ name, prompt: "a room" }, options),
};
