/** A fault that does not happen is a defect: each one seen from the other end of a plain connection. */
import { endpoints } from "@usdkit/contract";
import { describe, expect, test } from "vitest";
import { fault, startTestService, type Fault, type TestService } from "./index.ts";
import { base64, json, SCENE, send } from "./examples/examples.ts";
import { parseAnswer, postJson, rawRequest, type RawAnswer } from "./test-support/raw-request.ts";

const SUBMIT = "jobs.submit";
const JOBS = "/global/rendercloud/v1/jobs";
const body = { requestId: "r-1", usdContent: base64(SCENE) };

async function submit(service: TestService, taken: Fault, patience?: number): Promise<RawAnswer> {
  service.script.on(SUBMIT, [taken]);
  const answer = await rawRequest(service.baseUrl, postJson(JOBS, service.apiKey, body), patience);
  expect(service.script.left).toEqual([]);
  return answer;
}

const renders = (service: TestService): number => service.record.renders.get("r-1") ?? 0;

describe("the connection", () => {
  test("reset before: no byte, no effect", async () => {
    await using service = await startTestService();
    expect(await submit(service, fault.resetBefore())).toMatchObject({ end: "rst", chunks: 0 });
    expect(renders(service)).toBe(0);
    expect(service.record.requests[0]).toMatchObject({
      landed: false,
      end: "broken",
      status: null,
      fault: "reset-before",
    });
  });

  test("reset before, at the head: the body of a part is not read", async () => {
    await using service = await startTestService();
    const { ousToken } = await json<{ ousToken: string }>(await send(service, endpoints.getUploadToken));
    service.script.on("assets.uploadPart", [fault.resetBefore()]);
    const part = { form: { taskId: "x", partNumber: 0 }, file: Buffer.alloc(1 << 20), token: ousToken };
    await expect(send(service, endpoints.uploadPart, part)).rejects.toThrow();
    expect(service.record.of("assets.uploadPart")[0]).toMatchObject({ body: null, landed: false });
  });

  test.each([
    ["rst", fault.resetAfter()],
    ["fin", fault.hangUp()],
  ])("%s after: no byte, and the effect happened", async (end, taken) => {
    await using service = await startTestService();
    expect(await submit(service, taken)).toMatchObject({ end, chunks: 0 });
    expect(renders(service)).toBe(1);
    expect(service.record.requests[0]).toMatchObject({ landed: true, end: "broken", status: null });
  });

  test.each([
    ["fin", fault.cutBody()],
    ["rst", fault.cutBody("reset")],
  ])("cut in mid-body (%s): less than was announced", async (end, taken) => {
    await using service = await startTestService();
    const answer = await submit(service, taken);
    const { status, headers, body: text } = parseAnswer(answer.bytes);
    expect(answer.end).toBe(end);
    expect(status).toBe(202);
    expect(text).toHaveLength(Math.floor(Number(headers["content-length"]) / 2));
    expect(renders(service)).toBe(1);
  });

  test("stall: half of the body, and the connection stays", async () => {
    await using service = await startTestService();
    const answer = await submit(service, fault.stall(), 300);
    const { headers, body: text } = parseAnswer(answer.bytes);
    expect(answer.end).toBe("open");
    expect(text).toHaveLength(Math.floor(Number(headers["content-length"]) / 2));
    await service.record.until((record) => record.requests[0]?.end === "left");
  });

  test.each([
    ["silence", fault.silence(), 1],
    ["deaf", fault.deaf(), 0],
  ])("%s: half-open, never an answer", async (_, taken, count) => {
    await using service = await startTestService();
    expect(await submit(service, taken, 300)).toMatchObject({ end: "open", chunks: 0 });
    expect(renders(service)).toBe(count);
    await service.record.until((record) => record.requests[0]?.end === "left");
  });

  test("noise: bytes that are no HTTP", async () => {
    await using service = await startTestService();
    const answer = await submit(service, fault.noise());
    expect(answer.bytes.toString()).not.toContain("HTTP/1.1");
    expect(answer).toMatchObject({ end: "fin" });
    expect(answer.bytes.length).toBeGreaterThan(0);
  });

  test("drip: the right answer in many pieces", async () => {
    await using service = await startTestService();
    const answer = await submit(service, fault.drip(8, 5));
    expect(JSON.parse(parseAnswer(answer.bytes).body)).toMatchObject({ operationId: "job-1" });
    expect(answer.chunks).toBeGreaterThan(5);
  });

  test("flood: right JSON, of the size that was wanted, not announced", async () => {
    await using service = await startTestService();
    const answer = await submit(service, fault.flood(1_000_000));
    const { headers } = parseAnswer(answer.bytes);
    expect(headers).toMatchObject({ "transfer-encoding": "chunked" });
    expect(answer.bytes.length).toBeGreaterThan(1_000_000);
    service.script.on(SUBMIT, [fault.flood(1_000_000)]);
    const value = await json(await send(service, endpoints.submitJob, { body: { ...body, requestId: "r-2" } }));
    expect(String(value["padding"])).toHaveLength(1_000_000);
    expect(value).toMatchObject({ operationId: "job-2", done: false });
  });

  test("a host goes away, and comes back at its port", async () => {
    await using service = await startTestService();
    const { baseUrl } = service;
    await service.goAway("gateway");
    await expect(send(service, endpoints.getRenderFormat)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
    await service.comeBack("gateway");
    expect(service.baseUrl).toBe(baseUrl);
    expect((await send(service, endpoints.getRenderFormat)).status).toBe(200);
  });

  test("a sender that leaves in mid-request: no effect", async () => {
    await using service = await startTestService();
    const request = postJson(JOBS, service.apiKey, body);
    await rawRequest(service.baseUrl, request.slice(0, -10), 200);
    await service.record.until((record) => record.requests[0]?.end === "left");
    expect(renders(service)).toBe(0);
  });
});

describe("time", () => {
  test("latency: the effect at once, the answer late", async () => {
    await using service = await startTestService();
    service.script.on(SUBMIT, [fault.latency(500)]);
    const answering = submitPlainly(service);
    await service.record.until(() => renders(service) === 1);
    expect(service.record.requests[0]).toMatchObject({ end: "delayed", status: null });
    expect(parseAnswer((await answering).bytes).status).toBe(202);
  });

  test("lands late: after its sender has left", async () => {
    await using service = await startTestService();
    service.script.on(SUBMIT, [fault.landsLate(600)]);
    await rawRequest(service.baseUrl, postJson(JOBS, service.apiKey, body), 100);
    await service.record.until((record) => record.requests[0]?.end === "left");
    expect(renders(service)).toBe(0);
    await service.record.until(() => renders(service) === 1);
  });

  async function submitPlainly(service: TestService): Promise<RawAnswer> {
    return await rawRequest(service.baseUrl, postJson(JOBS, service.apiKey, body));
  }
});

describe("the answer", () => {
  async function answerOf(service: TestService, taken: Fault): Promise<ReturnType<typeof parseAnswer>> {
    const answer = parseAnswer((await submit(service, taken)).bytes);
    expect(answer.body).toHaveLength(Number(answer.headers["content-length"]));
    return answer;
  }

  test("truncated JSON: whole by HTTP, and no JSON", async () => {
    await using service = await startTestService();
    const { status, body: text } = await answerOf(service, fault.truncatedJson());
    expect(status).toBe(202);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(renders(service)).toBe(1);
  });

  test("without its id", async () => {
    await using service = await startTestService();
    const { status, body: text } = await answerOf(service, fault.withoutId());
    expect(status).toBe(202);
    expect(JSON.parse(text)).toEqual({ metaData: null, done: false, result: null, error: null });
    const { ousToken } = await json<{ ousToken: string }>(await send(service, endpoints.getUploadToken));
    service.script.on("assets.uploadSingle", [fault.withoutId()]);
    const response = await send(service, endpoints.uploadSingle, { file: Buffer.from("abc"), token: ousToken });
    expect(await response.json()).toEqual({ c: 0, d: {} });
  });

  test("HTML", async () => {
    await using service = await startTestService();
    const { status, headers, body: text } = await answerOf(service, fault.html());
    expect([status, headers["content-type"]]).toEqual([200, "text/html"]);
    expect(text).toContain("<h1>");
    expect(await answerOf(service, fault.html(502))).toMatchObject({ status: 502 });
    expect(renders(service)).toBe(1);
  });

  test("429: nothing happens; without Retry-After, in seconds, as a date of the service's clock, as anything", async () => {
    await using service = await startTestService({ now: () => Date.UTC(2026, 0, 2, 3, 4, 5) });
    expect((await answerOf(service, fault.tooMany())).headers).not.toHaveProperty("retry-after");
    const given = [7, { dateIn: 9000 }, "soon", 86_400] as const;
    const found: unknown[] = [];
    for (const each of given) {
      const { status, headers } = await answerOf(service, fault.tooMany(each));
      found.push([status, headers["retry-after"]]);
    }
    expect(found).toEqual([
      [429, "7"],
      [429, "Fri, 02 Jan 2026 03:04:14 GMT"],
      [429, "soon"],
      [429, "86400"],
    ]);
    expect(renders(service)).toBe(0);
  });

  test.each([
    [fault.unauthorized(), 401, "10004", 0],
    [fault.failsBefore(503, 3), 503, "10500", 0],
    [fault.failsBefore(500), 500, "10500", 0],
    [fault.failsAfter(500), 500, "10500", 1],
    [fault.failsAfter(502), 502, "10500", 1],
    [fault.failsAfter(504), 504, "10500", 1],
    [fault.status(418), 418, "11004", 0],
  ])("$name", async (taken, status, bizCode, count) => {
    await using service = await startTestService();
    const answer = await answerOf(service, taken);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ code: status, details: { metaData: { bizCode } } });
    expect(renders(service)).toBe(count);
    expect(service.record.requests[0]?.landed).toBe(count === 1);
  });

  test("redirect: to an origin that keeps what comes", async () => {
    await using service = await startTestService();
    const { status, headers } = await answerOf(service, fault.redirect());
    expect([status, headers["location"]]).toEqual([307, `${service.origin("elsewhere")}${JOBS}`]);
    await fetch(headers["location"] ?? "", { method: "POST", headers: { authorization: service.apiKey }, body: "{}" });
    expect(service.record.of("elsewhere.post")).toHaveLength(1);
    expect(service.record.violations).toEqual(["the key went to elsewhere"]);
  });

  test("echo: the key and the token, as they are", async () => {
    await using service = await startTestService();
    expect((await answerOf(service, fault.echo())).body).toContain(service.apiKey);
    const { ousToken } = await json<{ ousToken: string }>(await send(service, endpoints.getUploadToken));
    service.script.on("assets.uploadStatus", [fault.echo()]);
    const response = await send(service, endpoints.getUploadStatus, { token: ousToken });
    expect(await response.text()).toContain(ousToken);
  });

  test("an error of the upload host", async () => {
    await using service = await startTestService();
    const { ousToken } = await json<{ ousToken: string }>(await send(service, endpoints.getUploadToken));
    service.script.on("assets.uploadStatus", [fault.envelopeError(5001, "busy"), fault.status(503)]);
    const ask = (): Promise<Response> => send(service, endpoints.getUploadStatus, { token: ousToken });
    const first = await ask();
    expect([first.status, await first.json()]).toEqual([200, { c: 5001, d: null, m: "busy" }]);
    expect((await ask()).status).toBe(503);
  });

  test("whatever a script makes of it", async () => {
    await using service = await startTestService();
    const { body: text } = await answerOf(
      service,
      fault.changed((value) => ({ ...(value as object), done: "perhaps" })),
    );
    expect(JSON.parse(text)).toMatchObject({ operationId: "job-1", done: "perhaps" });
  });
});

describe("the script", () => {
  test("a queue for each endpoint, then what is always, then nothing", async () => {
    await using service = await startTestService();
    service.script.on("renderFormat", [fault.failsBefore(), fault.ok()]).on("renderFormat", [fault.status(418)]);
    const statuses: number[] = [];
    const ask = async (): Promise<void> => void statuses.push((await send(service, endpoints.getRenderFormat)).status);
    for (let n = 0; n < 3; n++) await ask();
    service.script.always("renderFormat", fault.failsBefore(502));
    await ask();
    await ask();
    service.script.clear();
    await ask();
    expect(statuses).toEqual([503, 200, 418, 502, 502, 200]);
  });

  test("submit and poll of one path have queues of their own", async () => {
    await using service = await startTestService({ polls: 0 });
    service.script.on("jobs.get", [fault.failsBefore()]);
    const { operationId } = await json(await send(service, endpoints.submitJob, { body }));
    expect((await send(service, endpoints.getJob, { body: { operationId } })).status).toBe(503);
    expect((await send(service, endpoints.getJob, { body: { operationId } })).status).toBe(200);
  });

  test("an endpoint that is not there is a mistake, and faults that did not happen are listed", async () => {
    await using service = await startTestService();
    expect(() => service.script.on("jobs.sumbit", [])).toThrow(RangeError);
    service.script.on("jobs.get", [fault.ok()]);
    expect(service.script.left).toEqual(["jobs.get"]);
  });
});
