/** The options of `spatial-gateway`. */
import type { Options } from "@usdkit/command/cli/command";

export const serveOptions: Readonly<Record<string, Options>> = {
  port: { type: "number", describe: "Port to listen on; 0 takes a free one (8787; 0 with --role worker)" },
  host: { type: "string", describe: "Address to listen on (127.0.0.1)" },
  data: { type: "string", describe: "Folder of the database and the files (spatial-gateway-data)" },
  database: {
    type: "string",
    describe: "sqlite or postgres://…; also SPATIAL_GATEWAY_DATABASE, which keeps its password out of process lists",
  },
  files: {
    type: "string",
    describe: "Folder or s3://BUCKET/PREFIX for files, if not --data; with PostgreSQL shared by all processes",
  },
  "files-endpoint": { type: "string", describe: "URL of an S3-compatible store other than Amazon's" },
  "api-key": {
    type: "string",
    array: true,
    describe: "KEY=USER; also SPATIAL_GATEWAY_KEYS (KEY=USER,…). Without any, a key is made and printed",
  },
  "admin-key": {
    type: "string",
    describe: "Key for /admin; also SPATIAL_GATEWAY_ADMIN_KEY. Without one, API keys are valid there",
  },
  workers: { type: "number", describe: "Processes that render jobs (1)" },
  role: {
    type: "string",
    choices: ["all", "api", "worker"],
    describe: "With PostgreSQL: api answers callers, worker renders, all does both (all)",
  },
  sessions: { type: "number", describe: "Realtime sessions at the same time; others wait (2)" },
  "public-url": { type: "string", describe: "URL at which callers reach the service, if not host and port" },
  "internal-url": { type: "string", describe: "URL at which other processes reach this one, if not host and port" },
  "upload-url": { type: "string", describe: "URL at which callers reach the upload host, if not the same origin" },
  "block-size": { type: "number", describe: "Largest single upload, and size of a part, in bytes (8388608)" },
  "max-file-size": { type: "number", describe: "Largest upload in parts, in bytes (4294967296)" },
  "max-scene-size": { type: "number", describe: "Largest scene after decoding, in bytes (33554432)" },
  "max-resolution": { type: "number", describe: "Maximum image width or height, in pixels (4500)" },
  "jobs-per-minute": { type: "number", describe: "Jobs per user and minute; 0 for no limit (0)" },
  "requests-per-second": { type: "number", describe: "Requests per user and second; 0 for no limit (0)" },
  "unfinished-per-user": { type: "number", describe: "Unfinished operations per user (1000000)" },
  "missing-assets": {
    type: "string",
    choices: ["fail", "skip"],
    describe: "Fail a scene with an unknown mesh id, or leave the mesh out (fail)",
  },
  background: { type: "string", describe: "Color behind what is drawn, as #rrggbb (#000000)" },
  "task-timeout": { type: "number", describe: "Milliseconds that a task may take (600000)" },
  "session-idle": { type: "number", describe: "Milliseconds after which an unused session ends (300000)" },
  "orphan-age": {
    type: "number",
    describe: "With PostgreSQL: milliseconds after which files without a row are removed (3600000)",
  },
  clock: {
    type: "string",
    choices: ["system", "manual"],
    describe: "A manual clock advances by POST /admin/clock (system)",
  },
  strict: { type: "boolean", describe: "Reject null fields, and fields that an endpoint does not have" },
  variant: {
    type: "string",
    array: true,
    describe: "Answer as another service might that follows the specification; --variant list prints the names",
  },
  faults: { type: "boolean", describe: "Inject faults by the header x-spatial-fault and by PUT /admin/faults" },
  "fetch-host": {
    type: "string",
    array: true,
    describe: "Host from which files are fetched: name, *.name, or * for all public ones (none)",
  },
  origin: {
    type: "string",
    array: true,
    describe: "Origin of pages that may call the service and open its WebSockets",
  },
  "engine-command": { type: "string", describe: "Program that makes worlds and models, with its arguments" },
  "seed-data": {
    type: "string",
    describe: "Folder of GLB, PLY and SPZ files that every user has as meshes: chair.glb has the mesh id chair",
  },
  "request-log": { type: "boolean", describe: "Write a line for each request to standard error" },
};
