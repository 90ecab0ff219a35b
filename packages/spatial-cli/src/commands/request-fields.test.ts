/** Every field of every request can be set on the command line: by its flag, or by `--extra FIELD=JSON`. */
import { endpointList, endpoints, requestFields, type EndpointName, type RequestField } from "@usdkit/contract";
import { outcome } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { flagOf } from "../inputs/request-flags.ts";
import { deskInProcess, type ModelDesk } from "../test-support/run-in-process.ts";

const SCENE = '#usda 1.0\ndef RenderSettings "Settings"\n{\n    int2 resolution = (8, 8)\n}\n';
const PATCH = '#usda 1.0\nover "World"\n{\n}\n';
const FILE = "https://files.example/a.glb";

interface CommandOf {
  readonly args: (desk: ModelDesk) => readonly string[];
  /** Fields that the command sets itself or from its arguments, and fields that a client never sends. */
  readonly own: readonly string[];
}

const scene = (desk: ModelDesk): string => desk.file("scene.usda", SCENE);
const session = ({ model }: ModelDesk): string => {
  model.script.outcome("streams", outcome.succeeds());
  const usdContent = Buffer.from(SCENE).toString("base64");
  return model.activate(model.create(endpoints.createStream, { requestId: "s", usdContent }));
};
const video = (desk: ModelDesk): string => desk.file("a.mp4", new Uint8Array(2500));

/** The call of each endpoint with fields; the others take only an id, or nothing. */
const commands: Readonly<Record<EndpointName, CommandOf | undefined>> = {
  submitJob: {
    args: (desk) => ["render", scene(desk), "-o", `${desk.folder}/a.png`, "--no-validate"],
    own: ["usdContent"],
  },
  createStream: { args: (desk) => ["stream", scene(desk), "--frames", "1", "--no-validate"], own: ["usdContent"] },
  pushStream: {
    args: (desk) => ["stream", "push", session(desk), desk.file("p.usda", PATCH), "--no-validate"],
    own: ["usdContent", "sessionId"],
  },
  reconstructWorld: {
    args: () => ["world", "reconstruct", "https://files.example/a.mp4", "--type", "video"],
    own: ["resources"],
  },
  generateWorld: { args: () => ["world", "generate", "--image", "https://files.example/a.png"], own: ["resources"] },
  listWorlds: { args: () => ["world", "list"], own: [] },
  ingestMesh: { args: () => ["mesh", "ingest", FILE], own: ["fileUrl"] },
  createImageTo3d: { args: () => ["gen3d", "img-to-3d", "https://files.example/a.png"], own: ["imageUrl"] },
  createTextTo3d: { args: () => ["gen3d", "text-to-3d", "a chair"], own: ["prompt"] },
  createMaterialTransfer: { args: () => ["gen3d", "material-transfer", FILE], own: ["modelUrl"] },
  initUpload: { args: (desk) => ["upload", video(desk)], own: ["md5", "blocks", "size", "name"] },
  getRenderFormat: undefined,
  getUploadToken: undefined,
  uploadSingle: undefined,
  // The client computes the form of a part, and queries the status by its token.
  uploadPart: undefined,
  getUploadStatus: undefined,
  getWorld: undefined,
  getJob: undefined,
  getStream: undefined,
  closeStream: undefined,
  getMeshTask: undefined,
  getGen3dTask: undefined,
};

const VALUES: Readonly<Record<RequestField["kind"], unknown>> = {
  text: "some-text",
  url: "https://files.example/b.png",
  number: 3,
  boolean: true,
  texts: ["RUNNING"],
  other: undefined,
};

const rows = endpointList.flatMap(([name, { id, request }]) => {
  const command = commands[name];
  if (command === undefined) return [];
  return Object.entries(request).flatMap(([part, schema]) =>
    requestFields(schema)
      .filter((field) => !command.own.includes(field.name))
      .map((field) => ({ id, part, field: field.name, value: field.choices?.[0] ?? VALUES[field.kind], command })),
  );
});

/** The fields that an endpoint received in a part of its request. */
function received({ model }: ModelDesk, id: string, part: string): object {
  const seen = model.record.of(id).at(-1);
  if (part === "body") return Object(seen?.body?.json) as object;
  if (part === "query") return Object.fromEntries(new URLSearchParams(seen?.query));
  return seen?.headers ?? {};
}

async function runOn(desk: ModelDesk, args: readonly string[]): Promise<void> {
  for (let i = 0; i < 3; i++) desk.model.script.outcome("uploads", outcome.succeeds());
  const { code, stderr } = await desk.run(args);
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

const desk = (): ModelDesk => deskInProcess({ polls: 0, queue: 0, blockSize: 1000 });

describe("by its flag", () => {
  test.each(rows)("$id $part.$field", async ({ id, part, field, value, command }) => {
    const site = desk();
    const given = value === true ? [] : [String(Array.isArray(value) ? value[0] : value)];
    await runOn(site, [...command.args(site), `--${flagOf(field)}`, ...given]);
    const sent = part === "query" ? String(value) : value;
    expect(received(site, id, part)).toMatchObject({ [field]: sent });
    expect(site.model.record.violations).toEqual([]);
  });
});

const bodies = rows.filter(({ part }) => part === "body");

describe("by --extra", () => {
  test.each(bodies)("$id $field", async ({ id, field, value, command }) => {
    const site = desk();
    await runOn(site, [...command.args(site), "--extra", `${field}=${JSON.stringify(value)}`]);
    expect(received(site, id, "body")).toMatchObject({ [field]: value });
    expect(site.model.record.violations).toEqual([]);
  });

  const withBody = endpointList.flatMap(([name, { id, request }]) => {
    const command = commands[name];
    return command === undefined || request.body === undefined ? [] : [{ id, command }];
  });
  test.each(withBody)("$id: a field that the contract does not have", async ({ id, command }) => {
    const site = desk();
    await runOn(site, [...command.args(site), "--extra", 'notInTheContract={"rain":[1,null]}', "--extra", "x=1"]);
    expect(received(site, id, "body")).toMatchObject({ notInTheContract: { rain: [1, null] }, x: 1 });
  });

  test("of each resource of a world", async () => {
    const site = desk();
    await runOn(site, [...(commands.reconstructWorld?.args(site) ?? []), "--extra", "resources.weight=2"]);
    expect(received(site, "worlds.reconstruct", "body")).toEqual({
      resources: [{ url: "https://files.example/a.mp4", type: "video", weight: 2 }],
    });
  });

  test.each([
    [["--extra", "surplus"], "Expected FIELD=JSON"],
    [["--extra", "weather=rain"], "Write a text as 'weather=\"rain\"'"],
    [["--extra", "a=1", "--extra", "a=2"], '"a" is given twice'],
    [["--name", "n", "--extra", 'name="m"'], 'sets "name" already'],
    [["--extra", "resources=[]"], 'sets "resources" already'],
    [["--extra", "name=3"], "name: "],
  ])("%j is a usage error, and nothing is sent", async (args, message) => {
    const site = desk();
    const { code, stderr } = await site.run([...(commands.generateWorld?.args(site) ?? []), ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(site.model.record.requests).toEqual([]);
  });
});

test("every flag of a field has a description, and none is named twice in a command", () => {
  for (const { field } of rows) expect(flagOf(field)).toMatch(/^[a-z][a-z0-9-]*$/);
  expect(new Set(rows.map(({ id, field }) => `${id} ${flagOf(field)}`)).size).toBe(rows.length);
});
