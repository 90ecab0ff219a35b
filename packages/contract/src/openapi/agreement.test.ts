// The document and the zod schemas give the same verdicts: rules that zod holds in code are written a second time, as JSON
// Schema, in rules.ts.
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EndpointRequest } from "../endpoint/endpoint.ts";
import { examples } from "../examples/examples.ts";
import { isWebUrl } from "../fields/web-url.ts";
import { componentSchemas, openApiDocument } from "../openapi.ts";
import { endpointList } from "../registry/endpoints.ts";

const ajv = new Ajv2020({ strict: false, formats: { uri: isWebUrl } });
ajv.addSchema({ $id: "document", ...openApiDocument() });

/** Fields whose rule JSON Schema cannot express: the document may accept what zod rejects. */
const looser: Readonly<Record<string, readonly string[]>> = {
  CreateWorldRequest: ["url", "type", "scene"],
  GenerateWorldRequest: ["url", "type"],
  IngestMeshRequest: ["fileUrl", "fastUpload"],
  RenderSceneRequest: ["usdContent"],
  PushStreamRequest: ["usdContent"],
};

const names = new Map(Object.entries(componentSchemas()).map(([name, schema]) => [schema, name]));
const samples = endpointList.flatMap(([endpointName, endpoint]) => {
  const { requests, replies } = examples[endpointName];
  const bodies = (Object.values(requests) as EndpointRequest[]).map(
    ({ body }) => [endpoint.request.body, body] as const,
  );
  const answers = Object.entries(replies).flatMap(([status, byWords]) =>
    Object.values(byWords as Readonly<Record<string, unknown>>).map(
      (value) => [endpoint.replies[Number(status)]?.schema, value] as const,
    ),
  );
  return [...bodies, ...answers].flatMap(([schema, value]) => {
    const name = schema && names.get(schema);
    return schema === undefined || name === undefined ? [] : [{ name, schema, value }];
  });
});

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    " ",
    0,
    1,
    -1,
    1.5,
    true,
    [],
    {},
    "ACTIVE",
    "video",
    "RUNNING",
    "https://h/a.jpg",
    "ü",
    ".",
  ),
  fc.jsonValue(),
);
const change = fc.record({
  at: fc.nat(),
  field: fc.nat(),
  what: fc.constantFrom("drop", "replace", "add", "empty", "repeat"),
  value: odd,
});

describe("the same verdict on mutated examples", () => {
  test.each(samples.map((sample, i) => [`${sample.name} ${i}`, sample] as const))(
    "%s",
    (_, { name, schema, value }) => {
      const validate = ajv.getSchema(`document#/components/schemas/${name}`);
      expect(validate).toBeDefined();
      expect(validate?.(value)).toBe(true);
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
          const changed = structuredClone(value) as object;
          for (const each of changes) apply(changed, structuredClone(each));
          // The payload of an error reply may be anything: zod drops it.
          fc.pre(!("c" in changed && typeof changed.c === "number" && changed.c !== 0));
          const { error } = schema.safeParse(changed);
          const accepts = validate?.(changed);
          const allowed = looser[name] ?? [];
          const isLooser = error?.issues.every(
            (issue) => allowed.includes(String(issue.path.at(-1))) || isUnsafe(issue),
          );
          if (isLooser === true) return;
          expect({ changed, accepts, errors: validate?.errors ?? undefined }).toMatchObject({
            accepts: error === undefined,
          });
        }),
        { numRuns: 150 },
      );
    },
  );
});

/** A whole number that JavaScript cannot hold exactly is one to JSON Schema. */
function isUnsafe(issue: { readonly code: string; readonly maximum?: unknown; readonly minimum?: unknown }): boolean {
  return issue.maximum === Number.MAX_SAFE_INTEGER || issue.minimum === Number.MIN_SAFE_INTEGER;
}

/** Changes one object or list somewhere in `value`. */
function apply(
  value: object,
  { at, field, what, value: odd }: { at: number; field: number; what: string; value: unknown },
): void {
  const all = containersIn(value);
  const target = all[at % all.length] as Record<string, unknown> | unknown[];
  if (Array.isArray(target)) {
    if (what === "empty") target.length = 0;
    else if (what === "repeat") target.push(...structuredClone(target.slice(0, field % 25)));
    else if (what === "drop") target.splice(field % (target.length + 1), 1);
    else target.push(odd);
    return;
  }
  const fields = Object.keys(target);
  const name = fields[field % Math.max(1, fields.length)] ?? "x";
  if (what === "drop") delete target[name];
  else if (what === "add") target["x-new"] = odd;
  else target[name] = what === "empty" ? "" : odd;
}

function containersIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(containersIn)];
}
