import { resolve } from "node:path";

export const folder: string = resolve("data");
