import { limits, listWorlds } from "@usdkit/contract";
import type { TaskState } from "../../storage/task-storage.ts";
import { handles, type Handler } from "../handler.ts";
import { worldKinds, worldRow } from "../task-views.ts";

export const listWorldsHandler: Handler = handles(listWorlds, async (call, { storage, addresses }) => {
  const { pageNum = 0, pageSize = limits.pageSizeDefault, statusList = [] } = call.request.body;
  const states = statusList.flatMap(statesOf);
  // No world has such a status, so the list is empty; without a status, all worlds are listed.
  const isNone = statusList.length > 0 && states.length === 0;
  const offset = pageNum * pageSize;
  const query = { user: call.user, kinds: worldKinds, states, offset, limit: pageSize };
  const { rows, total } = isNone ? { rows: [], total: 0 } : await storage.tasks.list(query);
  const page = { pageNum, pageSize, count: rows.length, totalCount: total, hasMore: offset + rows.length < total };
  return { status: 200, body: { ...page, result: rows.map((row) => worldRow(row, addresses().base)) } };
});

function statesOf(status: string): TaskState[] {
  if (status === "RUNNING") return ["RUNNING", "QUEUED"];
  return status === "SUCCEEDED" || status === "FAILED" ? [status] : [];
}
