/** Messages contain what the service answered last, and what a command waited for. */
import { variantNamed } from "@usdkit/contract/variants";
import { fault, outcome } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { deskInProcess, type ModelDesk } from "../test-support/run-in-process.ts";

const SCENE = `#usda 1.0
def Scope "Render"
{
    def RenderSettings "Settings"
    {
        int2 resolution = (8, 8)
    }
}
`;

describe("the text of the upload host is printed", () => {
  test.each(["m", "msg", "message"])("a rejection with %s", async (name) => {
    const desk = deskInProcess();
    desk.model.script.always(
      "assets.uploadSingle",
      fault.changed(() => ({ c: 7, d: null, [name]: "quota is used up" })),
    );
    const { code, stderr } = await desk.run(["upload", desk.file("a.jpg", "abc")]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("(code 7): quota is used up")]);
  });

  test.each(["m", "msg", "message"])("an HTTP error with %s", async (name) => {
    const desk = deskInProcess();
    desk.model.script.always(
      "assets.uploadSingle",
      fault.changed(() => ({ c: 413, [name]: "too long for us" }), 413),
    );
    const { code, stderr } = await desk.run(["upload", desk.file("a.jpg", "abc")]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("413: too long for us")]);
  });

  test.each([
    [{ c: 0, d: { status: 3, msg: "in line" } }],
    [{ c: 0, d: { status: 3, m: "in line" } }],
    [{ c: 0, m: "in line", d: { status: 3 } }],
  ])("the last status %o", async (reply) => {
    const desk = deskInProcess();
    desk.model.script.always(
      "assets.uploadStatus",
      fault.changed(() => reply),
    );
    const { code, stderr } = await desk.run(["upload", desk.file("a.jpg", "abc")]);
    expect([code, stderr]).toEqual([4, expect.stringContaining("its last status was 3 (in line)")]);
  });

  test.each(["m", "msg", "message"])("a failure with %s", async (name) => {
    const desk = deskInProcess();
    const reply = { c: 0, m: "ok", d: { status: 4, [name]: "virus found" } };
    desk.model.script.always(
      "assets.uploadStatus",
      fault.changed(() => reply),
    );
    const { code, stderr } = await desk.run(["upload", desk.file("a.jpg", "abc")]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("could not keep the file: virus found")]);
  });
});

const world = ({ model }: ModelDesk): string => {
  model.script.outcome("worlds", outcome.tells("RUNNING", ...Array.from({ length: 30 }, () => "BAKING")));
  return model.addWorld().worldId;
};

describe("polls", () => {
  test("that fail for more than 10 s are printed once, and named by the deadline", async () => {
    const desk = deskInProcess();
    const id = world(desk);
    desk.model.script.on("worlds.get", [fault.ok()]);
    desk.model.script.always("worlds.get", fault.failsBefore(503));
    const { code, stderr } = await desk.run(["world", "wait", id, "--timeout", "60"]);
    expect(code).toBe(4);
    const lines = stderr.split("\n").filter((line) => line.startsWith("polls have failed"));
    expect(lines).toEqual([expect.stringMatching(/^polls have failed for 10 s and are repeated: .*503/)]);
    expect(stderr).toMatch(/not done within 60 s.* Polls have failed for 5\d s\. Last: .*503/);
  });

  test("that are not answered are printed, even if no attempt has ended", async () => {
    const desk = deskInProcess();
    const id = world(desk);
    desk.model.script.always("worlds.get", fault.silence());
    const { code, stderr } = await desk.run(["world", "wait", id, "--timeout", "15"]);
    expect(code).toBe(4);
    expect(stderr).toContain("polls have failed for 10 s and are repeated: no answer yet\n");
    expect(stderr).toContain("Polls have failed for 15 s.");
  });

  test("that fail for a moment are not printed", async () => {
    const desk = deskInProcess();
    const id = desk.model.addWorld().worldId;
    desk.model.script.on("worlds.get", [fault.failsBefore(503), fault.failsBefore(503)]);
    const { code, stderr } = await desk.run(["world", "wait", id]);
    expect([code, stderr]).toEqual([0, ""]);
  });

  test("that end with an error print the last status", async () => {
    const desk = deskInProcess({ polls: 5 });
    const { stdout } = await desk.run(["world", "generate", "--prompt", "a", "--json"]);
    const { worldId } = JSON.parse(stdout) as { readonly worldId: string };
    desk.model.script.on("worlds.get", [fault.ok(), fault.status(403)]);
    const { code, stderr } = await desk.run(["world", "wait", worldId]);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/403.*Its last status is RUNNING\./s)]);
  });
});

describe("a deadline after a 409 names the guard's minute", () => {
  const render = (desk: ModelDesk, seconds: string): readonly string[] => {
    const scene = desk.file("scene.usda", SCENE);
    return ["render", scene, "-o", "a.png", "--request-id", "r", "--no-validate", "--timeout", seconds];
  };

  test("that it did not wait for", async () => {
    const desk = deskInProcess({ variants: [variantNamed("remembers-rejected")] });
    desk.model.script.on("jobs.submit", [fault.tooMany(0)]);
    const { code, stderr } = await desk.run(render(desk, "30"));
    expect([code, stderr]).toEqual([
      4,
      expect.stringMatching(/Nothing was accepted\..*\(409\), and the deadline is before/),
    ]);
  });

  test("that it waited for", async () => {
    const desk = deskInProcess({ variants: [variantNamed("remembers-rejected")] });
    desk.model.script.on("jobs.submit", [fault.tooMany(0), fault.ok(), fault.tooMany(10)]);
    const { code, stderr } = await desk.run(render(desk, "65"));
    expect([code, stderr]).toEqual([4, expect.stringMatching(/It waited for the minute .*\(409\)\. Last: .*429/)]);
  });
});
