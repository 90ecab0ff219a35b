/** Fields whose types the specification does not show, and fields that no next step requires. */
import { isRecord, mapMembers } from "./json.ts";
import { isOptional } from "./needed-fields.ts";
import type { Variant, VariantReply } from "./variant.ts";

const ID = /(?:^|\.)(?:operationId|worldId|taskId|sessionId|nodeId|streamId|meshId)$/;
const TIME = /(?:^|\.)(?:createTime|updateTime)$/;

/** Returns a value that `JSON.stringify` writes as this text: a number of any size. */
const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => object };

/** Changes the members of successful JSON replies. */
function members(change: (member: unknown, path: string, endpoint: string) => unknown): NonNullable<Variant["reply"]> {
  return (reply, endpoint): VariantReply =>
    reply.status < 300
      ? { ...reply, body: mapMembers(reply.body, (member, path) => change(member, path, endpoint)) }
      : reply;
}

/** Changes the optional members of replies. */
function optional(change: (member: unknown) => unknown): NonNullable<Variant["reply"]> {
  return members((member, path, endpoint) => (isOptional(endpoint, path) ? change(member) : member));
}

/** Adds a field to every object. */
function extended(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extended);
  if (!isRecord(value)) return value;
  const known = Object.entries(value).map(([name, member]) => [name, extended(member)] as const);
  return { ...Object.fromEntries(known), "x-new": { of: ["a newer service", 1, null] }, requestTime: 12 };
}

export const typeVariants: readonly Variant[] = [
  {
    name: "numbers-as-text",
    describe: "Every number is text",
    source: "spec 2.2: types of the fields inside d are not shown",
    effect: "same",
    reply: members((member) => (typeof member === "number" ? String(member) : member)),
  },
  {
    name: "ids-as-numbers",
    describe: "Ids that consist of digits are numbers",
    source: "spec 2.9: fields of task records are not shown",
    effect: "same",
    behaviour: { numericIds: "safe" },
    reply: members((member, path) =>
      ID.test(path) && typeof member === "string" && /^[1-9]\d{0,14}$/.test(member) ? Number(member) : member,
    ),
  },
  {
    name: "ids-of-64-bits",
    describe: "Ids are numbers beyond 2^53",
    source: "spec 2.9: fields of task records are not shown",
    effect: "same",
    behaviour: { numericIds: "64-bit" },
    reply: members((member, path) =>
      ID.test(path) && typeof member === "string" && /^[1-9]\d{15,19}$/.test(member) ? rawJson(member) : member,
    ),
  },
  {
    name: "booleans-as-text",
    describe: "Every boolean is text",
    source: "spec 2.2: types of the fields inside d are not shown",
    effect: "same",
    reply: members((member) => (typeof member === "boolean" ? String(member) : member)),
  },
  {
    name: "times-as-text",
    describe: "Times are ISO 8601 text",
    source: "spec 2.9: fields of task records are not shown",
    effect: "same",
    reply: members((member, path) =>
      TIME.test(path) && typeof member === "number" ? new Date(member).toISOString() : member,
    ),
  },
  {
    name: "optional-null",
    describe: "Every field that the next step does not need is null",
    source: "spec 2.3, 2.9: required fields are not shown",
    effect: "same",
    reply: optional(() => null),
  },
  {
    name: "optional-absent",
    describe: "Every field that the next step does not need is absent",
    source: "spec 2.3, 2.9: required fields are not shown",
    effect: "same",
    reply: optional(() => undefined),
  },
  {
    name: "optional-empty",
    describe: "Every field that the next step does not need is an empty text",
    source: "spec 2.2, 2.9: types are not shown",
    effect: "same",
    reply: optional(() => ""),
  },
  {
    name: "optional-objects",
    describe: "Every field that the next step does not need is an object",
    source: "spec 2.2, 2.9: types are not shown",
    effect: "same",
    reply: optional((member) => ({ value: member })),
  },
  {
    name: "optional-lists",
    describe: "Every field that the next step does not need is a list",
    source: "spec 2.2, 2.9: types are not shown",
    effect: "same",
    reply: optional((member) => [member]),
  },
  {
    name: "extra-fields",
    describe: "Every object has further fields",
    source: "spec 9: the policy for compatibility between versions is not shown",
    effect: "same",
    reply: (reply) => ({ ...reply, body: extended(reply.body) }),
  },
];
