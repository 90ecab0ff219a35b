import { fileExtension, resourceTypeOf, urlExtension, type ResourceType, type WorldResource } from "@usdkit/contract";
import { isUrl } from "./uploaded.ts";

/** What a world is made from; its type by the extension of what the user named, if it is not given. */
export function resourceOf(source: string, url: string, type: ResourceType | undefined): WorldResource {
  const extension = isUrl(source) ? urlExtension(source) : fileExtension(source);
  const found = type ?? resourceTypeOf(extension);
  return found === undefined ? { url } : { url, type: found };
}
