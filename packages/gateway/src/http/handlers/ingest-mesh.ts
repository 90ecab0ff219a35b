import { createHash } from "node:crypto";
import { defaultWorldName, ingestMesh, type IngestMeshRequest } from "@usdkit/contract";
import type { TaskStorage } from "../../storage/task-storage.ts";
import { createTask } from "../create-task.ts";
import { handles, type Handler } from "../handler.ts";

/** Tasks of a user among which that of a file is searched, the newest first. */
const SEARCHED = 20_000;

export const ingestMeshHandler: Handler = handles(ingestMesh, async ({ request: { body }, user }, service) => {
  const name = body.name ?? defaultWorldName({ resources: [{ url: body.fileUrl }] });
  const task = { kind: "mesh", lane: "render", user, name, input: body } as const;
  const fileId = await service.fetcher.ownFileId(body.fileUrl);
  if (fileId === undefined) return { status: 200, body: { taskId: await createTask(service, task) } };
  // A caller that did not receive the answer asks again, and must not have the mesh twice.
  const guard = { requestId: guardOf(fileId, name), until: Number.MAX_SAFE_INTEGER };
  const added = await createTask(service, task, guard);
  const taskId =
    added ?? (await knownTask(service.storage.tasks, user, body, name)) ?? (await createTask(service, task));
  return { status: 200, body: { taskId } };
});

/** Request ids of jobs have no blanks. */
function guardOf(fileId: string, name: string): string {
  return `mesh ${createHash("sha256").update(`${fileId} ${name}`).digest("hex")}`;
}

/** Returns the newest task for a file that has not failed. */
async function knownTask(
  tasks: TaskStorage,
  user: string,
  { fileUrl }: IngestMeshRequest,
  name: string,
): Promise<string | undefined> {
  const rows = await tasks.recent(user, SEARCHED);
  const found = rows.find(
    ({ kind, state, input, ...row }) =>
      kind === "mesh" && state !== "FAILED" && row.name === name && urlOf(input) === fileUrl,
  );
  return found?.id;
}

function urlOf(input: unknown): unknown {
  return typeof input === "object" && input !== null && "fileUrl" in input ? input.fileUrl : undefined;
}
