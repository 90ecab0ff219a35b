// Made by `pnpm run docs:openapi` from the docstrings of the types; changes go there.
import type { TypeDoc } from "./type-doc.ts";

/** The docstrings of the types that have schemas. */
export const typeDocs: Readonly<Record<string, TypeDoc>> = {
  ApiError: {
    description: "The body of an error of the gateway (spec 7.1).",
    fields: {
      code: "The HTTP status.",
      status: "The symbolic status: `INVALID_ARGUMENT`, `NOT_FOUND`, …",
    },
  },
  ApiErrorDetails: {
    description: "What an error has in addition to its status.",
    fields: {
      reason: "`BIZ_` and the business code.",
      domain: "The part of the service that it comes from: `rendercloud`.",
    },
  },
  ApiErrorMetaData: {
    description: "Where an error holds its business code.",
    fields: {
      bizCode: "The business code, in digits.",
    },
  },
  CreateWorldRequest: {
    description: "A world that is to be built from images or videos (spec 2.3).",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; a field that the contract defines is given as itself, and not in here.",
      name: "Display name. Ours: by default the name of the first file.",
      resources: "At least 20 images, or videos, or both.",
      taskQuality: "Quality in lower case. Ours: `low`, `medium` (default) or `high`.",
      scene: "Kind of scene, in lower case.",
    },
  },
  Gen3dResult: {
    description: "A model that was made. Ours.",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
      format: "Of the file: `glb`.",
    },
  },
  Gen3dTask: {
    description: "A task that makes a model. Ours.",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
      status: "`RUNNING`, or `SUCCEEDED` or `FAILED`, which are final. There may be others.",
      progress: "Fraction of completion, from 0 to 1.",
      error: "Where it failed: why.",
      createTime: "Milliseconds since the epoch.",
      updateTime: "Milliseconds since the epoch.",
      type: "Which kind of task it is.",
    },
  },
  GenerateWorldRequest: {
    description: "A world that is to be made up from a prompt, an image, or both (spec 2.3).",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; a field that the contract defines is given as itself, and not in here.",
      name: "Display name. Ours: by default the name of the image, or the first words of the prompt.",
      cover: "Cover image.",
      prompt: "Text prompt. Ours: optional if there is an image.",
      resources: "At most one image.",
    },
  },
  ImageTo3dRequest: {
    description: "A model that is to be made from an image. Ours.",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; a field that the contract defines is given as itself, and not in here.",
      imageUrl: "The image.",
      prompt: "Text prompt.",
    },
  },
  IngestMeshRequest: {
    description: "A 3D file that is to be read in, so that scenes can name it. Ours, but for `fastUpload`.",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; a field that the contract defines is given as itself, and not in here.",
      fileUrl: "The 3D file: GLB, PLY or SPZ.",
      name: "Display name.",
      fastUpload: "Use the fast upload path, for GLB files only; default false.",
    },
  },
  JobOperation: {
    description: "A job that renders a scene to an image.",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
      operationId: "The id of the task (offline) or of the session (realtime).",
      metaData: "Null in all that the specification shows.",
      done: "Whether it is over: with `result` it succeeded, with `error` it failed, also where the HTTP status is 200.",
    },
  },
  JobResult: {
    description: "The image of a job (spec 2.7).",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
      resultUrl: "Where the image is. Ours: a PNG, whose URL needs no key and lives as long as the operation.",
    },
  },
  MaterialTransferRequest: {
    description: "A model that is to be given another material. Ours.",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; a field that the contract defines is given as itself, and not in here.",
      modelUrl: "The model.",
      materialUrl: "Material to apply.",
      imageUrl: "Reference image.",
      prompt: "Text prompt.",
    },
  },
  MeshTask: {
    description: "A 3D file that is being read in. Ours.",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
      status: "`RUNNING`, or `SUCCEEDED` or `FAILED`, which are final. There may be others.",
      progress: "Fraction of completion, from 0 to 1.",
      error: "Where it failed: why.",
      createTime: "Milliseconds since the epoch.",
      updateTime: "Milliseconds since the epoch.",
      meshId: "What scenes name it by (the last segment of a payload), once it has succeeded.",
    },
  },
  OperationError: {
    description: "Why an operation failed.",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
      status: "The symbolic status.",
    },
  },
  OperationErrorDetails: {
    description: "What an operation's error has in addition to its status.",
    fields: {
      reason: "`BIZ_` and the business code.",
      domain: "The part of the service that it comes from: `rendercloud`.",
    },
  },
  PollOperationRequest: {
    description: "Which operation is asked for, by the same method and path that began it (spec 2.7).",
    fields: {
      operationId: "The id of the job or session, from the answer to its beginning.",
    },
  },
  PushOperation: {
    description: "A change that was taken. Ours.",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
      operationId: "The id of the task (offline) or of the session (realtime).",
      metaData: "Null in all that the specification shows.",
      done: "Whether it is over: with `result` it succeeded, with `error` it failed, also where the HTTP status is 200.",
    },
  },
  PushResult: {
    description: "The session that took a change. Ours.",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
    },
  },
  PushStreamRequest: {
    description: "A change of a session's camera.",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; a field that the contract defines is given as itself, and not in here.",
      usdContent:
        "Base64 of the UTF-8 bytes of USDA text: `over` prims with the paths of the scene that began the session.",
    },
  },
  RenderSceneRequest: {
    description: "A scene that is to be rendered, offline or in a session (spec 2.7).",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; a field that the contract defines is given as itself, and not in here.",
      requestId:
        "Id of the request: 1 to 128 visible ASCII characters, the same with every retry. The client's default is a random one.",
      usdContent: "Base64 of the UTF-8 bytes of USDA text.",
    },
  },
  SessionPath: {
    description: "Which session is meant.",
    fields: {
      sessionId: "The `operationId` that its beginning was answered with.",
    },
  },
  StreamHandshake: {
    description: "The first message of a client, right after the WebSocket has opened: JSON text (spec 6).",
    fields: {
      type: "A client that follows a stream.",
    },
  },
  StreamHandshakeInit: {
    description: "What a client wants to follow.",
    fields: {
      masterStreamingId: "The `streamId` of the session.",
      receiveImage: "Frames are wanted.",
    },
  },
  StreamMessage: {
    description: "A text message of a session: JSON (spec 6). A binary message is a JPEG frame.",
    fields: {
      code: "What happened: `streamCode`.",
    },
  },
  StreamOperation: {
    description: "A realtime session.",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
      operationId: "The id of the task (offline) or of the session (realtime).",
      metaData: "Null in all that the specification shows.",
      done: "Whether it is over: with `result` it succeeded, with `error` it failed, also where the HTTP status is 200.",
    },
  },
  StreamResult: {
    description: "A session, and what its WebSocket is opened with (spec 2.7).",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
      status: "`ACTIVE` when it is ready; then what the WebSocket needs is there.",
      currentQueuePosition: "From 1 on; 0 when it is not in the queue.",
      host: "Where the WebSocket is; `streamUrl` makes its URL.",
      streamId: "For the handshake: `streamHandshake`.",
      token: "A secret.",
    },
  },
  TaskCreated: {
    description: "The answer to a task that was created. Ours.",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
      taskId: "What the task is asked for by.",
    },
  },
  TaskError: {
    description: "Why a world or a task failed. Ours.",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
    },
  },
  TaskQuery: {
    description: "How a task is asked for. Ours.",
    fields: {},
  },
  TextTo3dRequest: {
    description: "A model that is to be made from a text. Ours.",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; a field that the contract defines is given as itself, and not in here.",
      prompt: "Text prompt.",
      imageUrl: "Reference image.",
    },
  },
  UploadCredential: {
    description: "What a file is uploaded with (spec 2.1).",
    fields: {
      ousToken: "Sent in the header `ous-token-v2`.",
      globalDomain: "The address of the upload host.",
      blockSize: "Bytes of the largest file that is uploaded at once, and of a part of a larger one.",
    },
  },
  UploadInit: {
    description: "An upload in parts that was begun, or taken up again.",
    fields: {
      lackBlocks: "Zero-based numbers of the parts that the host does not have yet; there unless it is `deduplicated`.",
      progress: "Fraction of the file that the host has, from 0 to 1.",
      deduplicated: "Whether the host has the whole file already, by its md5: then no part is to be sent.",
    },
  },
  UploadInitQuery: {
    description: "What a file is that is to be uploaded in parts.",
    fields: {
      md5: "Of the whole file: 32 lowercase hexadecimal digits.",
      blocks: "How many parts there are: `uploadPartCount`.",
      size: "Bytes of the whole file.",
      name: "The file's own name.",
      metadata: "Metadata of a file that is uploaded in parts.",
      customPrefix: "Storage prefix of a file that is uploaded in parts.",
      customFilename: "Stored name of a file that is uploaded in parts.",
    },
  },
  UploadInitReply: {
    description: "The answer to the beginning of an upload in parts.",
    fields: {
      c: "0 on success; anything else is an error.",
      d: "Where `c` is 0, the payload. Otherwise the schema makes it null, as what it may be is not shown.",
      m: "Ours: what went wrong, where `c` is not 0.",
    },
  },
  UploadPartForm: {
    description: "Which part of a file it is. Ours.",
    fields: {
      taskId: "The upload's id, from its beginning.",
      partNumber: "The part's number, from 0 on.",
      md5: "Of the part: 32 lowercase hexadecimal digits.",
    },
  },
  UploadPartReply: {
    description: "The answer to a part: an envelope around nothing.",
    fields: {
      c: "0 on success; anything else is an error.",
      d: "Where `c` is 0, the payload. Otherwise the schema makes it null, as what it may be is not shown.",
      m: "Ours: what went wrong, where `c` is not 0.",
    },
  },
  UploadRefusal: {
    description:
      "What the upload host answers with where it refuses.\n\nOurs: the specification shows none. With HTTP status 401 and 413 as well; `c` is then that status.",
    fields: {
      c: "Not 0.",
      m: "What went wrong.",
    },
  },
  UploadSingleForm: {
    description: "The form of a single upload has its part `file` and no fields.",
    fields: {},
  },
  UploadStarted: {
    description: "An upload that was begun.",
    fields: {},
  },
  UploadStartedReply: {
    description: "The answer to a single upload.",
    fields: {
      c: "0 on success; anything else is an error.",
      d: "Where `c` is 0, the payload. Otherwise the schema makes it null, as what it may be is not shown.",
      m: "Ours: what went wrong, where `c` is not 0.",
    },
  },
  UploadStatus: {
    description: "How far an upload is: of a file at once, or in parts.",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
      status: "5 is success: `uploadStatuses`.",
      url: "The file's public address, once it is there.",
      size: "Bytes of the file.",
      lackBlocks: "Of an upload in parts: zero-based numbers of those still missing.",
      progress: "Of an upload in parts: fraction of the file that the host has, from 0 to 1.",
      message: "Why the upload failed.",
    },
  },
  UploadStatusQuery: {
    description:
      "Which upload is meant, where a token has several. Ours: the service shows no query, so a client sends none.",
    fields: {},
  },
  UploadStatusReply: {
    description: "The answer to a question for the status of an upload.",
    fields: {
      c: "0 on success; anything else is an error.",
      d: "Where `c` is 0, the payload. Otherwise the schema makes it null, as what it may be is not shown.",
      m: "Ours: what went wrong, where `c` is not 0.",
    },
  },
  WorldAssets: {
    description: "What a world consists of.",
    fields: {
      semanticsMetadata: "Not shown; kept as it is.",
    },
  },
  WorldAsyncOperation: {
    description: "The answer to a world that was begun (spec 2.4).",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
      worldId: "What the world is asked for by.",
    },
  },
  WorldDetail: {
    description: "A world (spec 2.5).",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
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
    description: "The headers of a request that begins a world.",
    fields: {
      "x-source": "Where the request comes from.",
    },
  },
  WorldListQueryRequest: {
    description: "Which page of the caller's worlds is wanted (spec 2.6).",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; a field that the contract defines is given as itself, and not in here.",
      pageNum: "The first page to list, from 0. Ours: default 0.",
      pageSize: "Worlds on a page. Ours: 1 to 100, default 20.",
      statusList: "Only worlds in this state: SUCCEEDED, RUNNING, FAILED or another.",
    },
  },
  WorldListRow: {
    description: "A row of the list of worlds (spec 2.5).",
    fields: {
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
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
      raw: "The value as it came, before it was read. Not enumerable: copies and JSON of a record do not repeat it. Undefined for records that were not read from a reply.",
      count: "Rows of this page.",
      totalCount: "Rows of all pages.",
      hasMore: "Whether there is a page after this one.",
    },
  },
  WorldPath: {
    description: "Which world is meant.",
    fields: {},
  },
  WorldResource: {
    description: "A file that a world is made from (spec 2.3).",
    fields: {
      extra:
        "Further fields of the JSON object, by name. `extra` itself is never sent; a field that the contract defines is given as itself, and not in here.",
      url: "Of an uploaded file. Its extension must be one of the type's: `resourceExtensions`.",
      type: "`image` where it is left out. A panoramic video (`.insv`) is a `video`.",
    },
  },
  WorldSplatUrls: {
    description: "Where the splats of a world are.",
    fields: {
      plyPath: "A PLY file, once the world has succeeded.",
      spzPath: "An SPZ file, once the world has succeeded.",
      lodMetaPath: "Metadata of chunks by level of detail, once they were made.",
    },
  },
  WorldSplats: {
    description: "The splats of a world.",
    fields: {},
  },
};
