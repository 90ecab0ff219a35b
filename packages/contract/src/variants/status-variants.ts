/** HTTP statuses and bodies of endpoints whose replies the specification does not show. */
import type { Variant, VariantReply } from "./variant.ts";

const TASK_CREATES: ReadonlySet<string> = new Set([
  "meshes.ingest",
  "gen3d.imageTo3d",
  "gen3d.textTo3d",
  "gen3d.materialTransfer",
]);

/** Replaces successful replies of some endpoints. */
function good(
  isMeant: (endpoint: string) => boolean,
  change: (reply: VariantReply) => VariantReply,
): NonNullable<Variant["reply"]> {
  return (reply, endpoint) => (reply.status < 300 && isMeant(endpoint) ? change(reply) : reply);
}

const isShownNowhere = (endpoint: string): boolean => TASK_CREATES.has(endpoint) || endpoint === "streams.push";

export const statusVariants: readonly Variant[] = [
  {
    name: "status-201",
    describe: "What creates a task or takes a patch answers 201",
    source: "spec 4.4: status codes are not shown",
    effect: "same",
    reply: good(isShownNowhere, (reply) => ({ ...reply, status: 201 })),
  },
  {
    name: "status-202",
    describe: "What creates a task or a world, takes a patch or ends a session answers 202",
    source: "spec 4.4: status codes are not shown",
    effect: "same",
    reply: good(
      (endpoint) => isShownNowhere(endpoint) || endpoint === "streams.close" || endpoint === "worlds.generate",
      (reply) => ({ ...reply, status: 202, body: reply.body ?? {} }),
    ),
  },
  {
    name: "status-200",
    describe: "Jobs and sessions are accepted, and sessions ended, with 200",
    source: "spec 4.3, 4.4",
    effect: "same",
    reply: good(
      (endpoint) => endpoint === "jobs.submit" || endpoint === "streams.create" || endpoint === "streams.close",
      (reply) => ({ status: 200, body: reply.body ?? { code: 200, message: "OK" } }),
    ),
  },
  {
    name: "push-without-body",
    describe: "A patch is answered with 204 and no body",
    source: "spec 4.4: the reply to a push is not shown",
    effect: "same",
    reply: good(
      (endpoint) => endpoint === "streams.push",
      () => ({ status: 204, body: undefined }),
    ),
  },
  {
    name: "push-as-text",
    describe: "A patch is answered with a text",
    source: "spec 4.4: the reply to a push is not shown",
    effect: "same",
    reply: good(
      (endpoint) => endpoint === "streams.push",
      () => ({ status: 200, body: "OK" }),
    ),
  },
  {
    name: "bare-errors",
    describe: "Errors have a message and nothing else",
    source: "spec 7.3: error bodies of several endpoints are not shown",
    effect: "same",
    reply: (reply) =>
      reply.status < 400 ? reply : { ...reply, body: { error: "It cannot be done", errors: ["not now"] } },
  },
];
