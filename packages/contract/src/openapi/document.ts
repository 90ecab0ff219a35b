import type * as z from "zod";
import { STREAM_PATH } from "../socket/stream-url.ts";
import { streamCodes } from "../socket/stream-message.ts";
import { errorResponses } from "./error-responses.ts";
import { COMPONENTS, jsonSchemas, type JsonObject } from "./json-schema.ts";
import { operationObject, tagOf, type Components, type DocumentedEndpoint } from "./operation-object.ts";
import type { TypeDoc } from "./type-doc.ts";

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonObject;
  readonly servers: readonly JsonObject[];
  readonly tags: readonly JsonObject[];
  readonly paths: Readonly<Record<string, JsonObject>>;
  readonly components: {
    readonly securitySchemes: JsonObject;
    readonly responses: JsonObject;
    readonly schemas: Readonly<Record<string, JsonObject>>;
  };
  /** The WebSocket of realtime sessions, which OpenAPI cannot describe. */
  readonly "x-stream-socket": JsonObject;
}

const tags: Readonly<Record<string, string>> = {
  assets: "Uploads of files, whose URLs are passed to the other areas.",
  worlds: "Worlds of Gaussian splats, reconstructed from images and videos or generated.",
  jobs: "Scenes rendered to images.",
  streams: "Scenes rendered in realtime, as frames of a WebSocket (`x-stream-socket`).",
  meshes: "3D files, ingested so that scenes can refer to them.",
  gen3d: "3D models, generated.",
  renderFormat: "The service's own guide to scenes.",
};

/**
 * Returns the document.
 *
 * @param documented Sorted by name; the document groups them by area.
 * @param schemas By the name of the type; unreferenced ones are omitted.
 * @param docs The docstrings of those types.
 */
export function buildDocument(
  documented: readonly DocumentedEndpoint[],
  schemas: Readonly<Record<string, z.ZodType>>,
  docs: Readonly<Record<string, TypeDoc>>,
): OpenApiDocument {
  const areas = Object.keys(tags);
  const byArea = documented.toSorted((a, b) => areas.indexOf(tagOf(a.endpoint)) - areas.indexOf(tagOf(b.endpoint)));
  const components: Components = {
    nameOf: new Map(Object.entries(schemas).map(([name, schema]) => [schema, name])),
    schemas: jsonSchemas(schemas, docs),
  };
  const paths = pathsOf(byArea, components);
  const responses = errorResponses(documented.map(({ endpoint }) => endpoint));
  const socket = streamSocket();
  return {
    openapi: "3.1.1",
    info: {
      title: "Spatial world, render and 3D generation service",
      version: "1.0.0",
      summary: "Worlds of Gaussian splats, OpenUSD render jobs and streams, 3D generation.",
      description:
        "Made from the endpoints of `@usdkit/contract`. Schemas of requests are strict. Schemas of replies are " +
        "tolerant: they may have further fields, and null counts as an absent field.\n\n" +
        "What the specification of the service does not show is marked **Not in the specification** or *Ours*: it is " +
        "what `@usdkit/client` sends and accepts.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [server("base_url", "The gateway", "https://api.spatial.example")],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        gatewayKey: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "The key itself, without `Bearer`.",
        },
        uploadToken: {
          type: "apiKey",
          in: "header",
          name: "ous-token-v2",
          description: "`ousToken` of the token endpoint. The key does not go to the upload host.",
        },
      },
      responses,
      schemas: referred(components.schemas, [paths, responses, socket]),
    },
    "x-stream-socket": socket,
  };
}

function server(variable: string, description: string, address: string): JsonObject {
  return { url: `{${variable}}`, description, variables: { [variable]: { default: address } } };
}

function pathsOf(documented: readonly DocumentedEndpoint[], components: Components): Record<string, JsonObject> {
  const paths: Record<string, Record<string, unknown>> = {};
  const uploadHost = server(
    "upload_url",
    "The upload host: `globalDomain` of the token endpoint",
    "https://upload.spatial.example",
  );
  for (const [path, atPath] of Map.groupBy(documented, ({ endpoint }) => endpoint.path)) {
    const isUpload = atPath.some(({ endpoint }) => endpoint.host === "upload");
    const item: Record<string, unknown> = isUpload ? { servers: [uploadHost] } : {};
    for (const [method, same] of Map.groupBy(atPath, ({ endpoint }) => endpoint.method)) {
      // The endpoint without `chosenBy` comes first.
      const inOrder = same.toSorted(
        (a, b) => Number(a.endpoint.chosenBy !== undefined) - Number(b.endpoint.chosenBy !== undefined),
      );
      item[method.toLowerCase()] = operationObject(inOrder, components);
    }
    paths[path] = item;
  }
  return paths;
}

function streamSocket(): JsonObject {
  return {
    description:
      "A realtime session's WebSocket, once the session is ACTIVE; `host`, `nodeId`, `streamId` and `token` are of its " +
      "result. The client sends the handshake as its first message. Text messages of the server have a code, binary " +
      "messages are frames.",
    url: `wss://{host}${STREAM_PATH}?nid={nodeId}&token={token}`,
    handshake: { $ref: `${COMPONENTS}StreamHandshake` },
    text: { $ref: `${COMPONENTS}StreamMessage` },
    binary: { contentMediaType: "image/jpeg" },
    codes: streamCodes,
  };
}

/** Returns the referenced schemas, in their original order. */
function referred(schemas: Readonly<Record<string, JsonObject>>, from: unknown): Record<string, JsonObject> {
  const names = new Set<string>();
  const open: unknown[] = [from];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    const ref = (value as JsonObject)["$ref"];
    const name = typeof ref === "string" && ref.startsWith(COMPONENTS) ? ref.slice(COMPONENTS.length) : undefined;
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      open.push(schemas[name]);
    }
    open.push(...Object.values(value as JsonObject));
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
}
