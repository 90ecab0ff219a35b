/** Arguments of `usda index FOLDER`. */
import type { PictureArguments } from "../pictures/picture-arguments.ts";

export interface IndexArguments extends PictureArguments {
  folder: string;
  output?: string;
  profile?: "auto" | "offline" | "realtime" | "patch" | "usda" | "usd";
  config?: string;
  noConfig?: boolean;
  bounds?: boolean;
  thumbnails?: boolean;
  jobs?: number;
  json?: boolean;
}
