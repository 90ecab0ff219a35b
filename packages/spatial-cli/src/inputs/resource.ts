import { fileExtension, resourceTypeOf, urlExtension, type ResourceType, type WorldResource } from "@usdkit/contract";
import { isUrl } from "./uploaded.ts";

/** Returns a resource of a world; its type defaults to the one of the file extension. */
export function resourceOf(source: string, url: string, type: ResourceType | undefined): WorldResource {
  const extension = isUrl(source) ? urlExtension(source) : fileExtension(source);
  const found = type ?? resourceTypeOf(extension);
  return found === undefined ? { url } : { url, type: found };
}
