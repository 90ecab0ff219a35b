/** Calls between processes of the service: a method of the hub, as JSON over HTTP with the cluster's secret. */
import * as z from "zod";
import { cameraMoveSchema, cameraSpaceSchema, type CameraMove } from "../operations/camera-move.ts";
import { namedMeshSchema } from "../operations/find-assets.ts";
import type { LocalHub } from "./local-hub.ts";
import type { NewStream } from "./session-hub.ts";

/** The path of the calls, and the header of the secret. */
export const ASK_PATH = "/internal/sessions";
export const SECRET_HEADER = "x-spatial-internal";

/** A method and its arguments; bytes are Base64. */
export type Ask =
  | {
      readonly op: "add";
      readonly user: string;
      readonly id: string;
      readonly scene: string;
      readonly resolution: NewStream["resolution"];
      readonly meshes: NewStream["meshes"];
      readonly camera: NewStream["camera"];
      readonly createTime: number;
    }
  | { readonly op: "view" | "end" | "frame"; readonly user: string; readonly id: string }
  | { readonly op: "push"; readonly user: string; readonly id: string; readonly move: CameraMove }
  | { readonly op: "list"; readonly user: string };

const bytes = z.base64();
const user = z.string();
const id = z.string();

export const askSchema: z.ZodType<Ask> = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("add"),
    user,
    id,
    scene: bytes,
    resolution: z.tuple([z.number(), z.number()]),
    meshes: z.array(namedMeshSchema),
    camera: cameraSpaceSchema.nullable(),
    createTime: z.number(),
  }),
  z.object({ op: z.enum(["view", "end", "frame"]), user, id }),
  z.object({ op: z.literal("push"), user, id, move: cameraMoveSchema }),
  z.object({ op: z.literal("list"), user }),
]);

/** The content of the response `{ "value": … }`; null for undefined. */
export async function answerAsk(ask: Ask, hub: LocalHub): Promise<unknown> {
  switch (ask.op) {
    case "add":
      return hub.add({ ...ask, scene: Buffer.from(ask.scene, "base64") });
    case "view":
      return (await hub.view(ask.user, ask.id)) ?? null;
    case "push":
      return (await hub.push(ask.user, ask.id, ask.move)) ?? null;
    case "end":
      return hub.end(ask.user, ask.id);
    case "list":
      return hub.list(ask.user);
    case "frame": {
      const frame = await hub.frame(ask.user, ask.id);
      return frame === undefined ? null : Buffer.from(frame).toString("base64");
    }
  }
}
