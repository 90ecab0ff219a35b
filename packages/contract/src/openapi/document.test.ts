import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { checkOpenApi, currentTypeDocs, openApiText } from "../../scripts/write-openapi.ts";
import { componentSchemas, openApiDocument } from "../openapi.ts";
import { endpointList } from "../registry/endpoints.ts";

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  description: string;
  security: object[];
  parameters?: { name: string; in: string; required: boolean; schema: Json; example?: unknown }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { $ref?: string; content?: Record<string, Content>; links?: Record<string, Link> }>;
}
interface Link {
  operationId: string;
  parameters?: Record<string, string>;
  requestBody?: Record<string, string>;
}
interface Content {
  schema: Json;
  examples?: Record<string, { value: unknown }>;
}

const kept = resolve(import.meta.dirname, "../../../../docs/openapi.json");
const document = openApiDocument();
const paths = document.paths as Record<string, Record<string, unknown>>;
const operations = Object.values(paths).flatMap((item) =>
  Object.entries(item).flatMap(([name, value]) => (name === "servers" ? [] : [value as Operation])),
);

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: "document", ...document });

/** Problems of a value by a schema of the document. */
function problems(schema: object, value: unknown): unknown[] {
  const here = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')) as object;
  const validate = ajv.compile(here);
  return validate(value) ? [] : (validate.errors ?? []);
}

describe("the document", () => {
  test("is valid by the schema of OpenAPI 3.1", () => {
    // The schema of the OpenAPI Initiative; the package replaces its dynamic references, which Ajv takes to the wrong place.
    const file = import.meta.resolve("@seriousme/openapi-schema-validator/schemas/v3.1/schema.json");
    const meta = JSON.parse(readFileSync(new URL(file), "utf8")) as object;
    expect(meta).toHaveProperty("$id", expect.stringMatching(/^https:\/\/spec\.openapis\.org\/oas\/3\.1\/schema\//));
    const validate = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(meta);
    const plain: unknown = JSON.parse(JSON.stringify(document));
    expect(validate(plain) ? [] : validate.errors).toEqual([]);
    // That it can fail: a parameter without a place, a response without a description.
    expect(validate({ ...document, components: { parameters: { a: { name: "a" } } } })).toBe(false);
    expect(validate({ ...document, components: { responses: { a: {} } } })).toBe(false);
  });

  test.each(Object.entries(document.components.schemas))("%s is a JSON Schema", (_, schema) => {
    expect(ajv.validateSchema({ ...schema, $schema: "https://json-schema.org/draft/2020-12/schema" })).toBe(true);
    expect(schema["description"]).toBeTypeOf("string");
  });

  test("has no dangling references and nothing unreferenced", () => {
    const refs = new Set(JSON.stringify(document).match(/#\/components\/[\w/]+/g));
    const there = (["schemas", "responses"] as const).flatMap((kind) =>
      Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...refs].toSorted()).toEqual(there.toSorted());
  });

  test("has every endpoint, with host, access, statuses and our decisions", () => {
    for (const [name, endpoint] of endpointList) {
      const item = paths[endpoint.path] ?? {};
      const operation = item[endpoint.method.toLowerCase()] as Operation;
      expect(operation.operationId.toLowerCase()).toContain(name.toLowerCase());
      expect("servers" in item).toBe(endpoint.host === "upload");
      const scheme = { key: "gatewayKey", "upload-token": "uploadToken", open: undefined }[endpoint.access];
      expect(operation.security).toEqual(scheme === undefined ? [] : [{ [scheme]: [] }]);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining([...Object.keys(endpoint.replies), ...endpoint.errors.map(String)]),
      );
      expect(operation.description).toContain(endpoint.open ?? "");
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(endpointList.length - 2);
  });

  test("every status of an error has the body of an error", () => {
    const responses = document.components.responses as Record<string, { content: Record<string, Content> }>;
    for (const [name, { content }] of Object.entries(responses)) {
      const { schema, examples } = content["application/json"] ?? { schema: {} };
      expect(schema["$ref"]).toBe(`#/components/schemas/${name.startsWith("Upload") ? "UploadRefusal" : "ApiError"}`);
      expect(Object.keys(examples ?? {}).length).toBeGreaterThan(0);
      for (const { value } of Object.values(examples ?? {})) expect(problems(schema, value)).toEqual([]);
    }
  });

  test("objects are named: none is nested in another", () => {
    const inline = Object.values(document.components.schemas).flatMap((schema) =>
      Object.values((schema["properties"] ?? {}) as Record<string, Json>).filter(
        (property) => "properties" in property,
      ),
    );
    expect(inline).toEqual([]);
  });

  test.each(operations)("the examples of $operationId fit their schemas", ({ parameters, requestBody, responses }) => {
    for (const { schema, example } of parameters ?? []) {
      if (example !== undefined) expect(problems(schema, example)).toEqual([]);
    }
    const contents = [requestBody, ...Object.values(responses)].flatMap((each) => Object.values(each?.content ?? {}));
    for (const { schema, examples } of contents) {
      for (const { value } of Object.values(examples ?? {})) expect(problems(schema, value)).toEqual([]);
    }
  });

  test("links refer to existing operations and parameters, with fields that the reply has", () => {
    const linked = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ links, content }) =>
        Object.values(links ?? {}).map((link) => ({ link, schema: content?.["application/json"]?.schema ?? {} })),
      ),
    );
    expect(linked).toHaveLength(10);
    for (const { link, schema } of linked) {
      const target = operations.find(({ operationId }) => operationId === link.operationId);
      expect(target).toBeDefined();
      for (const name of Object.keys(link.parameters ?? {})) {
        expect(target?.parameters?.map((each) => `${each.in}.${each.name}`)).toContain(name);
      }
      if (link.requestBody !== undefined) expect(target?.requestBody).toBeDefined();
      const name = String(schema["$ref"]).split("/").at(-1) ?? "";
      for (const value of Object.values({ ...link.parameters, ...link.requestBody })) {
        const field = value.replace("$response.body#/", "");
        expect(document.components.schemas[name]?.["properties"]).toHaveProperty(field);
      }
    }
  });

  test("a request with two forms matches one of them", () => {
    const jobs = operations.find(({ operationId }) => operationId === "submitJobOrGetJob");
    const schema = jobs?.requestBody?.content["application/json"]?.schema ?? {};
    expect(schema).toHaveProperty("oneOf");
    expect(problems(schema, { operationId: "1" })).toEqual([]);
    expect(problems(schema, { operationId: "1", requestId: "2", usdContent: "QUJD" })).not.toEqual([]);
    expect(problems(schema, {})).not.toEqual([]);
  });
});

describe("the generated files", () => {
  test("match the endpoints; `npx -y pnpm@12 run docs:openapi` updates them", () => {
    expect(checkOpenApi(kept)).toEqual([]);
  });

  test("are reported when stale", () => {
    const folder = mkdtempSync(join(tmpdir(), "openapi-"));
    try {
      const file = join(folder, "openapi.json");
      expect(checkOpenApi(file)).toEqual(["docs/openapi.json: stale"]);
      writeFileSync(file, openApiText(currentTypeDocs()));
      expect(checkOpenApi(file)).toEqual([]);
      writeFileSync(file, openApiText({ ...currentTypeDocs(), ApiError: { description: "Other", fields: {} } }));
      expect(checkOpenApi(file)).toEqual(["docs/openapi.json: stale"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("every type that has a schema has a docstring", () => {
    const docs = currentTypeDocs();
    expect(Object.keys(componentSchemas()).filter((name) => (docs[name]?.description ?? "") === "")).toEqual([]);
    expect(docs["WorldDetail"]?.fields).toMatchObject({ createTime: "Milliseconds since the epoch." });
    expect(docs["JobOperation"]?.fields).toHaveProperty("done");
  });
});
