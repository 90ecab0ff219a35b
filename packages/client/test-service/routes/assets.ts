/** Uploads: spec 4.1, and the shapes that stand in for what it does not show. */
import { limits, uploadPartCount, uploadStatuses } from "@usdkit/contract";
import { envelopeProblem, envelopeReply, jsonReply, type Reply } from "../http/reply.ts";
import type { Parts } from "../state/parts.ts";
import type { Token, Upload, UploadStore } from "../state/upload-store.ts";
import type { Behaviours, Caller } from "./behaviour.ts";

/** Between two polls the client keeps 200 ms; the network may take some of them. */
const TOLERANCE = 10;

type AssetName = "getUploadToken" | "uploadSingle" | "initUpload" | "uploadPart" | "getUploadStatus";

export function assetBehaviours(parts: Parts, uploads: UploadStore, uploadOrigin: () => string): Behaviours<AssetName> {
  const { blockSize } = parts.settings;
  const lastPolls = new Map<string, number>();

  /** The token was found good before a behaviour is asked. */
  function tokenOf({ token: value }: Caller): Token {
    const token = uploads.token(value);
    if (token === undefined) throw new Error("the upload host was asked without a token");
    return token;
  }

  function lookAtInterval(token: Token): void {
    const now = parts.clock.now();
    const passed = now - (lastPolls.get(token.value) ?? -Infinity);
    if (passed < limits.uploadStatusIntervalMs - TOLERANCE) {
      parts.record.addViolation(`upload status polled after ${passed} ms: at least 200 (spec 8)`);
    }
    lastPolls.set(token.value, now);
  }

  function status(upload: Upload): Reply {
    const { taskId, name, size, blocks, url, trouble, course } = upload;
    const lackBlocks = uploads.lackBlocks(upload);
    const common = {
      taskId,
      name,
      size,
      ...(blocks !== undefined && { lackBlocks, progress: 1 - lackBlocks.length / blocks }),
    };
    const failed = (message: string): Reply => envelopeReply({ ...common, status: uploadStatuses.failed, message });
    if (trouble !== undefined) return failed(trouble);
    if (url === undefined) {
      const isBegun = lackBlocks.length < (blocks ?? 0);
      return envelopeReply({ ...common, status: isBegun ? uploadStatuses.receiving : uploadStatuses.waiting });
    }
    const standing = course.poll();
    if (standing.state === "failed") return failed(course.outcome.failure?.message ?? "");
    if (standing.state === "succeeded") return envelopeReply({ ...common, status: uploadStatuses.success, url });
    return envelopeReply({ ...common, status: Number(standing.status ?? uploadStatuses.assembling) });
  }

  return {
    getUploadToken: {
      idField: ["ousToken"],
      answer: (_, { user }) => {
        const { value } = uploads.issueToken(user);
        return jsonReply(200, { ousToken: value, globalDomain: uploadOrigin(), blockSize });
      },
    },
    uploadSingle: {
      idField: ["d", "taskId"],
      answer: (_, caller) => {
        const { data = Buffer.of(), fileName = "file" } = caller.file ?? {};
        if (data.length === 0) return envelopeProblem(4001, "the file is empty");
        if (data.length > blockSize) return tooLarge("the file is larger than blockSize");
        return envelopeReply({ taskId: uploads.addSingle(tokenOf(caller), fileName, data).taskId });
      },
    },
    initUpload: {
      idField: ["d", "taskId"],
      answer: ({ query }, caller) => {
        const { blocks, size } = query;
        const due = uploadPartCount(size, blockSize);
        if (blocks !== due) return envelopeProblem(4005, `blocks must be ${due}`);
        if (size <= blockSize) parts.record.addViolation("a file of at most blockSize was begun in parts (spec 4.1)");
        const { upload, isDeduplicated } = uploads.begin(tokenOf(caller), query);
        const lackBlocks = isDeduplicated ? [] : uploads.lackBlocks(upload);
        return envelopeReply({
          taskId: upload.taskId,
          lackBlocks,
          progress: 1 - lackBlocks.length / blocks,
          deduplicated: isDeduplicated,
        });
      },
    },
    uploadPart: {
      idField: ["c"],
      answer: ({ form: { taskId, partNumber, md5 } }, { file }) => {
        const upload = uploads.byId(taskId);
        const data = file?.data ?? Buffer.of();
        if (upload === undefined) return envelopeProblem(4041, "there is no such upload");
        if (data.length > blockSize) return tooLarge("the part is larger than blockSize");
        if (uploads.isKept(upload, partNumber)) parts.record.addRepeatedPart();
        const trouble = uploads.addPart(upload, partNumber, data, md5);
        return trouble === undefined ? envelopeReply(null) : envelopeProblem(4007, trouble);
      },
    },
    getUploadStatus: {
      idField: ["d", "status"],
      answer: ({ query: { taskId } }, caller) => {
        const token = tokenOf(caller);
        lookAtInterval(token);
        const upload = taskId === undefined ? token.latest : uploads.byId(taskId);
        return upload === undefined ? envelopeProblem(4042, "nothing was uploaded with this token") : status(upload);
      },
    },
  };
}

function tooLarge(message: string): Reply {
  return { ...envelopeProblem(4130, message), status: 413 };
}
