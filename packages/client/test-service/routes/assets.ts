/** Uploads: spec 4.1, and the shapes that stand in for what it does not show. */
import { envelopeProblem, envelopeReply, jsonReply, type Reply } from "../http/reply.ts";
import { readForm } from "../http/multipart-form.ts";
import type { ReceivedRequest } from "../http/received-request.ts";
import type { Parts } from "../state/parts.ts";
import type { Token, Upload, UploadStore } from "../state/upload-store.ts";
import type { Route } from "./route.ts";

const STATUS = { waiting: 1, receiving: 2, assembling: 3, failed: 4, success: 5 } as const;
/** The limit of 200 ms is the client's; what the network adds or takes is not. */
const STATUS_INTERVAL = 190;

export function assetRoutes(parts: Parts, uploads: UploadStore, uploadOrigin: () => string): Route[] {
  const lastPolls = new Map<string, number>();

  /** The token was found good before a route is asked. */
  function tokenOf(request: ReceivedRequest): Token {
    const token = uploads.token(request.header("ous-token-v2") ?? "");
    if (token === undefined) throw new Error("an upload route was asked without a token");
    return token;
  }

  function single(request: ReceivedRequest): Reply {
    const file = readForm(request.header("content-type") ?? "", request.body)?.find(({ name }) => name === "file");
    if (file === undefined) return envelopeProblem(4000, "the form has no part named file");
    if (file.type !== "application/octet-stream") parts.record.addViolation(`a file's part has type ${file.type}`);
    if (file.data.length === 0) return envelopeProblem(4001, "the file is empty");
    if (file.data.length > parts.settings.blockSize) return tooLarge(`the file is larger than blockSize`);
    const upload = uploads.addSingle(tokenOf(request), file.fileName ?? "file", file.data);
    return envelopeReply({ taskId: upload.taskId });
  }

  function init(request: ReceivedRequest): Reply {
    const { query } = request;
    const [md5, name] = [query.get("md5") ?? "", query.get("name") ?? ""];
    const [blocks, size] = [Number(query.get("blocks") ?? NaN), Number(query.get("size") ?? NaN)];
    const { blockSize } = parts.settings;
    if (!/^[0-9a-f]{32}$/.test(md5)) return envelopeProblem(4002, "md5 must be 32 lowercase hexadecimal digits");
    if (!Number.isSafeInteger(size) || size < 1) return envelopeProblem(4003, "size must be a number of bytes");
    if (name === "") return envelopeProblem(4004, "name is missing");
    if (blocks !== Math.ceil(size / blockSize))
      return envelopeProblem(4005, `blocks must be ${Math.ceil(size / blockSize)}`);
    if (size <= blockSize) parts.record.addViolation("a file of at most blockSize was begun in parts (spec 4.1)");
    const { upload, isDeduplicated } = uploads.begin(tokenOf(request), { name, size, md5, blocks });
    const lackBlocks = isDeduplicated ? [] : uploads.lackBlocks(upload);
    return envelopeReply({
      taskId: upload.taskId,
      lackBlocks,
      progress: 1 - lackBlocks.length / blocks,
      deduplicated: isDeduplicated,
    });
  }

  function part(request: ReceivedRequest): Reply {
    const form = readForm(request.header("content-type") ?? "", request.body);
    const file = form?.at(-1);
    if (form === undefined || file?.name !== "file") return envelopeProblem(4000, "the form's last part is not file");
    const field = (name: string): string | undefined => form.find((one) => one.name === name)?.data.toString();
    const upload = uploads.byId(field("taskId") ?? "");
    const number = field("partNumber") ?? "";
    if (upload === undefined) return envelopeProblem(4041, "there is no such upload");
    if (!/^\d{1,9}$/.test(number)) return envelopeProblem(4006, "partNumber is no number");
    if (file.data.length > parts.settings.blockSize) return tooLarge("the part is larger than blockSize");
    if (uploads.isKept(upload, Number(number))) {
      // Harmless after an answer that was lost; otherwise the client does not look at `lackBlocks`.
      parts.record.addRepeatedPart();
    }
    const trouble = uploads.addPart(upload, Number(number), file.data, field("md5"));
    return trouble === undefined ? envelopeReply(null) : envelopeProblem(4007, trouble);
  }

  function status(request: ReceivedRequest): Reply {
    const token = tokenOf(request);
    const now = parts.clock.now();
    const last = lastPolls.get(token.value);
    if (last !== undefined && now - last < STATUS_INTERVAL) {
      parts.record.addViolation(`upload status polled after ${now - last} ms: at least 200 (spec 8)`);
    }
    lastPolls.set(token.value, now);
    const asked = request.query.get("taskId");
    const upload = asked === null ? token.latest : uploads.byId(asked);
    return upload === undefined ? envelopeProblem(4042, "nothing was uploaded with this token") : statusReply(upload);
  }

  function statusReply(upload: Upload): Reply {
    const { taskId, name, size, blocks, url, trouble } = upload;
    const lackBlocks = uploads.lackBlocks(upload);
    const common = {
      taskId,
      name,
      size,
      ...(blocks !== undefined && { lackBlocks, progress: 1 - lackBlocks.length / blocks }),
    };
    if (trouble !== undefined) return envelopeReply({ ...common, status: STATUS.failed, message: trouble });
    if (url === undefined)
      return envelopeReply({ ...common, status: lackBlocks.length === blocks ? STATUS.waiting : STATUS.receiving });
    const standing = upload.course.poll();
    if (standing.state === "running")
      return envelopeReply({ ...common, status: Number(standing.status ?? STATUS.assembling) });
    if (standing.state === "failed") {
      return envelopeReply({ ...common, status: STATUS.failed, message: upload.course.outcome.failure?.message });
    }
    return envelopeReply({ ...common, status: STATUS.success, url });
  }

  return [
    {
      id: "assets.token",
      host: "gateway",
      method: "GET",
      path: "/global/asset/v1/token",
      access: "key",
      idField: ["ousToken"],
      answer: (_, { user }) => {
        const { value } = uploads.issueToken(user);
        return jsonReply(200, { ousToken: value, globalDomain: uploadOrigin(), blockSize: parts.settings.blockSize });
      },
    },
    {
      id: "assets.uploadSingle",
      host: "upload",
      method: "POST",
      path: "/ous/api/v2/single/upload",
      access: "upload-token",
      idField: ["d", "taskId"],
      answer: single,
    },
    {
      id: "assets.uploadInit",
      host: "upload",
      method: "POST",
      path: "/ous/api/v2/block/upload/init",
      access: "upload-token",
      idField: ["d", "taskId"],
      answer: init,
    },
    {
      id: "assets.uploadPart",
      host: "upload",
      method: "POST",
      path: "/ous/api/v2/block/upload/part",
      access: "upload-token",
      idField: ["c"],
      answer: part,
    },
    {
      id: "assets.uploadStatus",
      host: "upload",
      method: "GET",
      path: "/ous/api/v2/upload/status",
      access: "upload-token",
      idField: ["d", "status"],
      answer: status,
    },
  ];
}

function tooLarge(message: string): Reply {
  return { ...envelopeProblem(4130, message), status: 413 };
}
