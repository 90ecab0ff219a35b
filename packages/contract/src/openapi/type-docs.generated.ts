// Made by `pnpm run docs:openapi` from the docstrings of packages/contract/src; changes go there.
import type { TypeDoc } from "./type-doc.ts";

/** Reads the docstrings of the types that have schemas. */
export const typeDocs: Readonly<Record<string, TypeDoc>> = {
  ApiError: {
    description: "The body of an error of the gateway (spec 7.1).",
    fields: {
      code: "The HTTP status.",
      status: "The symbolic status: `INVALID_ARGUMENT`, `NOT_FOUND`, …",
    },
  },
  ApiErrorDetails: {
    description: "Details of an error, in addition to its status.",
    fields: {
      reason: "`BIZ_` followed by the business code.",
      domain: "The part of the service that reports it: `rendercloud`.",
    },
  },
  ApiErrorMetaData: {
    description: "The object that contains an error's business code.",
    fields: {
      bizCode: "The business code, in digits.",
    },
  },
  CreateWorldRequest: {
    description: "A request to reconstruct a world from images or videos (spec 2.3).",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; fields that the contract defines must not be in it.",
      name: "Display name. Ours: by default the name of the first file.",
      resources: "At least 20 images, or videos, or both.",
      taskQuality: "Quality in lower case. Ours: `low`, `medium` (default) or `high`.",
      scene: "Kind of scene, in lower case.",
    },
  },
  Gen3dResult: {
    description: "A generated model. Ours.",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      format: "Format of the file: `glb`.",
    },
  },
  Gen3dTask: {
    description: "A 3D generation task. Ours.",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      status: "`RUNNING`, or `SUCCEEDED` or `FAILED`, which are final. There may be others.",
      progress: "Fraction of completion, from 0 to 1.",
      error: "The reason of a failure.",
      createTime: "Milliseconds since the epoch.",
      updateTime: "Milliseconds since the epoch.",
      type: "The kind of task.",
    },
  },
  GenerateWorldRequest: {
    description: "A request to generate a world from a prompt, an image, or both (spec 2.3).",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; fields that the contract defines must not be in it.",
      name: "Display name. Ours: by default the name of the image, or the first words of the prompt.",
      cover: "Cover image.",
      prompt: "Text prompt. Ours: optional if there is an image.",
      resources: "At most one image.",
    },
  },
  ImageTo3dRequest: {
    description: "A request to generate a model from an image. Ours.",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; fields that the contract defines must not be in it.",
      imageUrl: "The image.",
      prompt: "Text prompt.",
    },
  },
  IngestMeshRequest: {
    description: "A request to ingest a 3D file, so that scenes can refer to it. Ours, except for `fastUpload`.",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; fields that the contract defines must not be in it.",
      fileUrl: "The 3D file: GLB, PLY or SPZ.",
      name: "Display name.",
      fastUpload: "Use the fast upload path, for GLB files only; default false.",
    },
  },
  JobOperation: {
    description: "A job that renders a scene to an image.",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      operationId: "The id of the task (offline) or of the session (realtime).",
      metaData: "Null in every example of the specification.",
      done: "Whether it has ended: with `result` it succeeded, with `error` it failed, even if the HTTP status is 200.",
    },
  },
  JobResult: {
    description: "The image of a job (spec 2.7).",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      resultUrl: "URL of the image. Ours: a PNG, whose URL needs no key and lives as long as the operation.",
    },
  },
  MaterialTransferRequest: {
    description: "A request to transfer a material to a model. Ours.",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; fields that the contract defines must not be in it.",
      modelUrl: "The model.",
      materialUrl: "Material to apply.",
      imageUrl: "Reference image.",
      prompt: "Text prompt.",
    },
  },
  MeshTask: {
    description: "An ingestion task of a 3D file. Ours.",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      status: "`RUNNING`, or `SUCCEEDED` or `FAILED`, which are final. There may be others.",
      progress: "Fraction of completion, from 0 to 1.",
      error: "The reason of a failure.",
      createTime: "Milliseconds since the epoch.",
      updateTime: "Milliseconds since the epoch.",
      meshId: "The id for use in scenes (the last segment of a payload), once it has succeeded.",
    },
  },
  OperationError: {
    description: "Why an operation failed.",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      status: "The symbolic status.",
    },
  },
  OperationErrorDetails: {
    description: "Details of an operation's error, in addition to its status.",
    fields: {
      reason: "`BIZ_` followed by the business code.",
      domain: "The part of the service that reports it: `rendercloud`.",
    },
  },
  PollOperationRequest: {
    description: "Identifies an operation to poll, by the same method and path that created it (spec 2.7).",
    fields: {
      operationId: "The id of the job or session, from the reply that created it.",
    },
  },
  PushOperation: {
    description: "The reply to a change. Ours.",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      operationId: "The id of the task (offline) or of the session (realtime).",
      metaData: "Null in every example of the specification.",
      done: "Whether it has ended: with `result` it succeeded, with `error` it failed, even if the HTTP status is 200.",
    },
  },
  PushResult: {
    description: "The session that accepted a change. Ours.",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
    },
  },
  PushStreamRequest: {
    description: "A change of a session's camera.",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; fields that the contract defines must not be in it.",
      usdContent:
        "Base64 of the UTF-8 bytes of USDA text: `over` prims with the paths of the scene that created the session.",
    },
  },
  RenderSceneRequest: {
    description: "A scene to render, offline or in a session (spec 2.7).",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; fields that the contract defines must not be in it.",
      requestId:
        "Id of the request: any text that is not empty, the same with every retry. The client's default is random.",
      usdContent: "Base64 of the UTF-8 bytes of USDA text.",
    },
  },
  SessionPath: {
    description: "Identifies a session.",
    fields: {
      sessionId: "The `operationId` of the reply that created it.",
    },
  },
  StreamHandshake: {
    description: "The first message of a client, right after the WebSocket has opened: JSON text (spec 6).",
    fields: {
      type: "A client that follows a stream.",
    },
  },
  StreamHandshakeInit: {
    description: "What a client subscribes to.",
    fields: {
      masterStreamingId: "The `streamId` of the session.",
      receiveImage: "Whether frames are requested.",
    },
  },
  StreamMessage: {
    description: "A text message of a session: JSON (spec 6). A binary message is a JPEG frame.",
    fields: {
      code: "The event: `streamCode`.",
    },
  },
  StreamOperation: {
    description: "A realtime session.",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      operationId: "The id of the task (offline) or of the session (realtime).",
      metaData: "Null in every example of the specification.",
      done: "Whether it has ended: with `result` it succeeded, with `error` it failed, even if the HTTP status is 200.",
    },
  },
  StreamResult: {
    description: "A session, and the connection of its WebSocket (spec 2.7).",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      status: "`ACTIVE` when it is ready; then the fields for the WebSocket are present.",
      currentQueuePosition: "From 1; 0 when it is not queued.",
      host: "The host of the WebSocket; `streamUrl` makes its URL.",
      streamId: "For the handshake: `streamHandshake`.",
      token: "A secret.",
    },
  },
  TaskCreated: {
    description: "The reply to creating a task. Ours.",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      taskId: "The id for polling the task.",
    },
  },
  TaskError: {
    description: "Why a world or a task failed. Ours.",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
    },
  },
  TaskQuery: {
    description: "Identifies a task to poll. Ours.",
    fields: {},
  },
  TextTo3dRequest: {
    description: "A request to generate a model from text. Ours.",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; fields that the contract defines must not be in it.",
      prompt: "Text prompt.",
      imageUrl: "Reference image.",
    },
  },
  UploadCredential: {
    description: "The credential for uploading a file (spec 2.1).",
    fields: {
      ousToken: "Sent in the header `ous-token-v2`.",
      globalDomain: "The address of the upload host.",
      blockSize: "Maximum size of a single upload, and the size of a part of a larger file, in bytes.",
    },
  },
  UploadInit: {
    description: "An upload in parts that was started or resumed.",
    fields: {
      lackBlocks: "Zero-based numbers of the missing parts; required unless the upload is `deduplicated`.",
      progress: "Fraction of the file that the host has, from 0 to 1.",
      deduplicated: "Whether the host already has the whole file, by its md5: then no part is sent.",
    },
  },
  UploadInitQuery: {
    description: "A file to upload in parts.",
    fields: {
      md5: "MD5 of the whole file: 32 lowercase hexadecimal digits.",
      blocks: "Number of parts: `uploadPartCount`.",
      size: "Bytes of the whole file.",
      name: "The file's own name.",
      metadata: "Metadata of a file that is uploaded in parts.",
      customPrefix: "Storage prefix of a file that is uploaded in parts.",
      customFilename: "Stored name of a file that is uploaded in parts.",
    },
  },
  UploadInitReply: {
    description: "The reply to starting an upload in parts.",
    fields: {
      c: "0 on success; anything else is an error.",
      d: "The payload if `c` is 0. Otherwise the schema sets it to null, as its content is undocumented.",
      m: "Ours: the error message, if `c` is not 0.",
    },
  },
  UploadPartForm: {
    description: "Identifies a part of a file. Ours.",
    fields: {
      taskId: "The upload's id, from the reply that started it.",
      partNumber: "The part's number, from 0.",
      md5: "MD5 of the part: 32 lowercase hexadecimal digits.",
    },
  },
  UploadPartReply: {
    description: "The reply to a part: an envelope without payload.",
    fields: {
      c: "0 on success; anything else is an error.",
      d: "The payload if `c` is 0. Otherwise the schema sets it to null, as its content is undocumented.",
      m: "Ours: the error message, if `c` is not 0.",
    },
  },
  UploadRefusal: {
    description:
      "An error reply of the upload host.\n\nOurs: the specification shows none. HTTP status 401 and 413 have it too; `c` is then that status.",
    fields: {
      c: "Not 0.",
      m: "The error message.",
    },
  },
  UploadSingleForm: {
    description: "The form of a single upload contains its part `file` and no fields.",
    fields: {},
  },
  UploadStarted: {
    description: "An upload that was started.",
    fields: {},
  },
  UploadStartedReply: {
    description: "The reply to a single upload.",
    fields: {
      c: "0 on success; anything else is an error.",
      d: "The payload if `c` is 0. Otherwise the schema sets it to null, as its content is undocumented.",
      m: "Ours: the error message, if `c` is not 0.",
    },
  },
  UploadStatus: {
    description: "The progress of an upload, single or in parts.",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      status: "5 is success: `uploadStatuses`.",
      url: "The file's public address, once it is available.",
      size: "Bytes of the file.",
      lackBlocks: "For an upload in parts: zero-based numbers of the missing parts.",
      progress: "For an upload in parts: fraction of the file that the host has, from 0 to 1.",
      message: "Why the upload failed.",
    },
  },
  UploadStatusQuery: {
    description: "Selects an upload if a token has several. Ours: the service shows no query, so clients send none.",
    fields: {},
  },
  UploadStatusReply: {
    description: "The reply with the status of an upload.",
    fields: {
      c: "0 on success; anything else is an error.",
      d: "The payload if `c` is 0. Otherwise the schema sets it to null, as its content is undocumented.",
      m: "Ours: the error message, if `c` is not 0.",
    },
  },
  WorldAssets: {
    description: "The assets of a world.",
    fields: {
      semanticsMetadata: "Not shown; kept as it is.",
    },
  },
  WorldAsyncOperation: {
    description: "The reply to creating a world (spec 2.4).",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      worldId: "The id for polling the world.",
    },
  },
  WorldDetail: {
    description: "A world (spec 2.5).",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      cover: "The URL of a cover image.",
      scene: "The kind of scene.",
      createTime: "Milliseconds since the epoch.",
      updateTime: "Milliseconds since the epoch.",
      status: "`RUNNING`, or `SUCCEEDED` or `FAILED`, which are final. There may be others.",
      progress: "Fraction of completion, from 0 to 1.",
      error: "Ours: why it failed.",
    },
  },
  WorldHeaders: {
    description: "The headers of a request that creates a world.",
    fields: {
      "x-source": "The origin of the request.",
    },
  },
  WorldListQueryRequest: {
    description: "Selects a page of the caller's worlds (spec 2.6).",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; fields that the contract defines must not be in it.",
      pageNum: "The first page to list, from 0. Ours: default 0.",
      pageSize: "Worlds on a page. Ours: 1 to 100, default 20.",
      statusList: "Only worlds in this state: SUCCEEDED, RUNNING, FAILED or another.",
    },
  },
  WorldListRow: {
    description: "A row of the list of worlds (spec 2.5).",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      cover: "The URL of a cover image.",
      scene: "The kind of scene.",
      createTime: "Milliseconds since the epoch.",
      updateTime: "Milliseconds since the epoch.",
      status: "`RUNNING`, or `SUCCEEDED` or `FAILED`, which are final. There may be others.",
      progress: "Fraction of completion, from 0 to 1.",
    },
  },
  WorldPagedList: {
    description: "A page of the caller's worlds (spec 2.6).",
    fields: {
      raw: "The value before it was read; integers beyond ±(2^53 − 1) are strings of their digits. Not enumerable: copies and JSON of a record omit it. Undefined for records that were not read from a reply.",
      count: "The rows of this page.",
      totalCount: "Total number of rows of all pages.",
      hasMore: "Whether there is a page after this one.",
    },
  },
  WorldPath: {
    description: "Identifies a world.",
    fields: {},
  },
  WorldResource: {
    description: "An input file of a world (spec 2.3).",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; fields that the contract defines must not be in it.",
      url: "URL of an uploaded file. Its extension must be one of the type's: `resourceExtensions`.",
      type: "Default `image`. A panoramic video (`.insv`) is a `video`.",
    },
  },
  WorldSplatUrls: {
    description: "URLs of the splats of a world.",
    fields: {
      plyPath: "A PLY file, once the world has succeeded.",
      spzPath: "An SPZ file, once the world has succeeded.",
      lodMetaPath: "Level-of-detail chunk metadata, once it has been generated.",
    },
  },
  WorldSplats: {
    description: "The splats of a world.",
    fields: {},
  },
};
