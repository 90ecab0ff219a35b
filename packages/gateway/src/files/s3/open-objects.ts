import { StorageError } from "../../storage/storage-error.ts";
import type { FileStores } from "../file-stores.ts";
import { ObjectClient } from "./object-client.ts";
import { ObjectFiles } from "./object-files.ts";
import { ObjectParts } from "./object-parts.ts";

/** Maximum size of local copies in bytes. */
const MAX_COPIES = 8 * 2 ** 30;

/**
 * Opens files at `s3://bucket/prefix`, with the credentials of the environment (`AWS_ACCESS_KEY_ID`,
 * `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION`).
 *
 * @param data A local folder for temporary files.
 * @throws {StorageError} if the bucket cannot be read.
 */
export async function openObjects(
  data: string,
  url: string,
  endpoint: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<FileStores> {
  const { hostname: bucket, pathname } = new URL(url);
  const accessKeyId = environment["AWS_ACCESS_KEY_ID"] ?? "";
  const secretAccessKey = environment["AWS_SECRET_ACCESS_KEY"] ?? "";
  if (accessKeyId === "" || secretAccessKey === "") {
    throw new StorageError(
      `--files ${url}: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are expected in the environment`,
    );
  }
  const region = environment["AWS_REGION"] ?? "us-east-1";
  const client = new ObjectClient({
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: environment["AWS_SESSION_TOKEN"],
  });
  const folder = pathname.replace(/^\/+|\/+$/g, "");
  const prefix = folder === "" ? "" : `${folder}/`;
  const parts = new ObjectParts(client, prefix);
  try {
    await parts.uploads();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new StorageError(`--files ${url} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return { files: await ObjectFiles.open(data, client, prefix, MAX_COPIES), parts };
}
