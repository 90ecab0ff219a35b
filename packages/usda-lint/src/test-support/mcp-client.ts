/** A client of the server for agents, in the process of a test. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createServer, type McpOptions } from "@usdkit/mcp";
import { onTestFinished } from "vitest";
import { memoryContext } from "@usdkit/command/context/memory-context";
import { main } from "../bin/main.ts";
import { TestFolder } from "./run-command.ts";

/** A scene with a reference to `ball.usda` and variants. */
export const SCENE = `#usda 1.0
(
    defaultPrim = "World"
    metersPerUnit = 1
    upAxis = "Y"
)

def Xform "World" (
    variants = {
        string look = "red"
    }
    prepend variantSets = "look"
)
{
    # the ball
    def Sphere "Ball" (
        prepend references = @./ball.usda@
    )
    {
        double radius = 2
    }

    variantSet "look" = {
        "blue" {
        }
        "red" {
            over "Ball"
            {
                color3f[] primvars:displayColor = [(1, 0, 0)]
            }
        }
    }
}
`;
const BALL = `#usda 1.0
(
    defaultPrim = "Ball"
)

def Sphere "Ball"
{
    double radius = 1
    point3f[] inputs = [${Array.from({ length: 500 }, (_, i) => `(${i}, 0, 0)`).join(", ")}]
}
`;

/** A folder that is removed after the test. */
export function makeFolder(): string {
  const folder = new TestFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder.path;
}

interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly bytes: number;
  readonly image: string | undefined;
}

interface Connected {
  readonly root: string;
  readonly client: Client;
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<Called>;
}

/** A folder with a scene, and a client that is connected to a server of it. */
export async function connect(more: Partial<McpOptions> = {}): Promise<Connected> {
  const root = makeFolder();
  writeFileSync(join(root, "scene.usda"), SCENE);
  writeFileSync(join(root, "ball.usda"), BALL);
  const server = createServer({
    roots: [root],
    version: "1",
    run: async ({ program, args, ...options }) => {
      const context = memoryContext({ env: {}, ...options });
      return { code: await main(program, args, context), ...context.output() };
    },
    ...more,
  });
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  await client.connect(ours);
  onTestFinished(async () => {
    await client.close();
  });
  const call: Connected["call"] = async (name, args) => {
    const result = await client.callTool({ name, arguments: { ...args } });
    const image = result.content.find((each) => each.type === "image");
    const { content, ...rest } = result;
    const texts = content.filter((each) => each.type === "text");
    return {
      isError: result.isError === true,
      text: texts.map(({ text }) => text).join("\n"),
      data: (result.structuredContent ?? {}) as Called["data"],
      bytes: Buffer.byteLength(JSON.stringify({ ...rest, content: texts })),
      image: image?.data,
    };
  };
  return { root, client, call };
}
