import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { checkUploadId, type PartStore } from "../part-store.ts";
import type { ObjectClient } from "./object-client.ts";

/** Stores each part as an object. */
export class ObjectParts implements PartStore {
  private readonly client: ObjectClient;
  private readonly prefix: string;

  constructor(client: ObjectClient, prefix: string) {
    this.client = client;
    this.prefix = `${prefix}parts/`;
  }

  async keep(temporary: string, upload: string, part: number): Promise<void> {
    await this.client.put(this.key(upload, part), temporary);
    await rm(temporary, { force: true });
  }

  read(upload: string, part: number): Promise<Readable> {
    return this.client.get(this.key(upload, part));
  }

  async remove(upload: string): Promise<void> {
    const parts = await this.client.list(`${this.prefix}${checkUploadId(upload)}/`);
    for (const { key } of parts) await this.client.remove(key);
  }

  async uploads(): Promise<readonly string[]> {
    const parts = await this.client.list(this.prefix);
    return [...new Set(parts.map(({ key }) => key.slice(this.prefix.length).split("/", 1)[0] ?? ""))];
  }

  private key(upload: string, part: number): string {
    return `${this.prefix}${checkUploadId(upload)}/${part}`;
  }
}
