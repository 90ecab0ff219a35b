/** Records, states and ids that the specification leaves open. */
import { isRecord, mapMembers, withFields, type JsonRecord } from "./json.ts";
import type { Variant, VariantReply } from "./variant.ts";

const OPERATIONS: ReadonlySet<string> = new Set(["jobs.get", "streams.get"]);
const TASKS: ReadonlySet<string> = new Set(["worlds.get", "meshes.get", "gen3d.get"]);
const CREATES: ReadonlySet<string> = new Set([
  "jobs.submit",
  "streams.create",
  "worlds.reconstruct",
  "worlds.generate",
  "meshes.ingest",
  "gen3d.imageTo3d",
  "gen3d.textTo3d",
  "gen3d.materialTransfer",
]);

/** Our statuses before the end, as another service may name them. */
const OTHER_STATUSES: Readonly<Record<string, string | number>> = {
  RUNNING: "POLISHING",
  QUEUED: "IN_LINE",
  STARTING: "WARMING_UP",
};
/** Statuses of an upload before success; only 5 is shown. */
const UPLOAD_STATUSES: ReadonlySet<unknown> = new Set([1, 2, 3]);

/** Changes the body of successful replies of some endpoints. */
function bodies(
  endpoints: ReadonlySet<string>,
  change: (body: JsonRecord, endpoint: string) => unknown,
): NonNullable<Variant["reply"]> {
  return (reply, endpoint): VariantReply =>
    reply.status < 300 && endpoints.has(endpoint) && isRecord(reply.body)
      ? { ...reply, body: change(reply.body, endpoint) }
      : reply;
}

const isOver = ({ done, status }: JsonRecord): boolean =>
  done === true || status === "SUCCEEDED" || status === "FAILED";
const hasFailed = ({ done, error, status }: JsonRecord): boolean =>
  (done === true && error != null) || status === "FAILED";

/** Changes the `error` of operations that did not fail. */
function errorOfGood(error: unknown): NonNullable<Variant["reply"]> {
  return bodies(new Set([...OPERATIONS, ...TASKS]), (body) => (hasFailed(body) ? body : { ...body, error }));
}

/** Changes the `error` of operations that failed. */
function errorOfFailed(change: (error: JsonRecord) => unknown): NonNullable<Variant["reply"]> {
  return bodies(new Set([...OPERATIONS, ...TASKS]), (body) =>
    hasFailed(body) && isRecord(body["error"]) ? { ...body, error: change(body["error"]) } : body,
  );
}

const URL_FIELD = /(?:^|\.)(?:resultUrl|modelUrl|plyPath|spzPath|lodMetaPath)$/;

/** Returns everything after the host of a URL. */
function relative(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export const recordVariants: readonly Variant[] = [
  {
    name: "unknown-statuses",
    describe: "What is not over has statuses that the specification does not name",
    source: "spec 3: the complete sets of status values are left open",
    effect: "same",
    reply: (reply) => ({
      ...reply,
      body: mapMembers(reply.body, (member, path) => {
        if (!path.endsWith("status")) return member;
        if (UPLOAD_STATUSES.has(member) && path === "d.status") return Number(member) + 40;
        return typeof member === "string" ? (OTHER_STATUSES[member] ?? member) : member;
      }),
    }),
  },
  {
    name: "result-before-done",
    describe: "What is not over has a result already, in a form of its own",
    source: "spec 2.7, 2.9",
    effect: "same",
    reply: bodies(new Set([...OPERATIONS, ...TASKS, "jobs.submit"]), (body, endpoint) =>
      isOver(body) || endpoint === "streams.get" ? body : { ...body, result: { percent: 40, preview: null } },
    ),
  },
  {
    name: "queue-before-active",
    describe: "The result of a session that is not ready is its place in the queue",
    source: "spec 2.7: result is set when done, and has a queue position",
    effect: "same",
    behaviour: { queueInResult: true },
  },
  {
    name: "create-with-queue",
    describe: "The answer to a create has a result with the place in the queue as text",
    source: "spec 2.7, 4.3",
    effect: "same",
    reply: bodies(new Set(["streams.create", "jobs.submit"]), (body) => ({
      ...body,
      result: { status: "QUEUED", currentQueuePosition: "1" },
    })),
  },
  {
    name: "error-false",
    describe: "What did not fail has the error false",
    source: "spec 2.9",
    effect: "same",
    reply: errorOfGood(false),
  },
  {
    name: "error-empty",
    describe: "What did not fail has an empty text as error",
    source: "spec 2.9",
    effect: "same",
    reply: errorOfGood(""),
  },
  {
    name: "error-text",
    describe: "The error of what failed is a text",
    source: "spec 2.9",
    effect: "same",
    reply: errorOfFailed(({ message }) => message),
  },
  {
    name: "error-code-text",
    describe: "The error of what failed has its code as text, and a list of details",
    source: "spec 2.7",
    effect: "same",
    reply: errorOfFailed((error) => ({ ...error, code: String(error["code"]), details: [] })),
  },
  {
    name: "metadata-object",
    describe: "metaData of an operation is an object",
    source: "spec 2.7: always null in the shapes given",
    effect: "same",
    reply: bodies(new Set([...OPERATIONS, "jobs.submit", "streams.create"]), (body) => ({
      ...body,
      metaData: { engine: "next", attempts: 1 },
    })),
  },
  {
    name: "upload-status-odd",
    describe: "The status of an upload has a size with its unit, and texts for lists",
    source: "spec 2.2: types of the fields inside d are not shown",
    effect: "same",
    reply: bodies(new Set(["assets.uploadStatus"]), (body) => ({
      ...body,
      d: withFields(body["d"], { size: "12 kB", lackBlocks: "", progress: "done" }),
    })),
  },
  {
    name: "list-odd-rows",
    describe: "A list has invalid rows",
    source: "spec 2.6",
    effect: "same",
    reply: bodies(new Set(["worlds.list"]), (body) => ({
      ...body,
      result: [null, "deleted", { name: "without an id" }, ...(body["result"] as readonly unknown[])],
    })),
  },
  {
    name: "list-null",
    describe: "A page of a list without rows has null in place of the list",
    source: "spec 2.6",
    effect: "same",
    reply: bodies(new Set(["worlds.list"]), (body) =>
      Array.isArray(body["result"]) && body["result"].length === 0 ? { ...body, result: null } : body,
    ),
  },
  {
    name: "list-uncounted",
    describe: "A page of a list has its rows and nothing else",
    source: "spec 2.6",
    effect: "same",
    reply: bodies(new Set(["worlds.list"]), ({ result }) => ({ result })),
  },
  {
    name: "relative-urls",
    describe: "URLs of results are relative to the gateway",
    source: "spec 2.5, 2.7, 2.9",
    effect: "same",
    reply: (reply) => ({
      ...reply,
      body: mapMembers(reply.body, (member, path) =>
        URL_FIELD.test(path) && typeof member === "string" ? relative(member) : member,
      ),
    }),
  },
  {
    name: "no-results",
    describe: "Operations and tasks succeed without a result",
    source: "spec 2.9: result URLs of task records are not shown",
    effect: "no-result",
    reply: bodies(new Set(["jobs.get", "meshes.get", "gen3d.get"]), (body) =>
      hasFailed(body)
        ? body
        : { ...body, ...("meshId" in body ? { meshId: null } : { result: isOver(body) ? {} : null }) },
    ),
  },
  {
    name: "ids-elsewhere",
    describe: "The id that a create answers with is in an envelope",
    source: "spec 4.4: response fields are not shown",
    effect: "no-id",
    reply: bodies(CREATES, (body) => ({ code: 0, data: { id: Object.values(body)[0] } })),
  },
  {
    name: "remembers-rejected",
    describe: "The ids of submissions that were rejected with 429 are remembered for a minute",
    source: "spec 4.3, jobs, rule 2",
    effect: "same",
    behaviour: { remembersRejected: true },
  },
  {
    name: "polls-not-found",
    describe: "The first poll of a new operation answers 404",
    source: "spec 3",
    effect: "same",
    behaviour: { pollsNotFound: 1 },
  },
  {
    name: "frame-before-ready",
    describe: "The first frame of a connection precedes code 0, which is a number",
    source: "spec 6",
    effect: "same",
    behaviour: { frameBeforeReady: true, numericCodes: true },
  },
];
