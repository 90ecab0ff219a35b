// What a user of the installed package writes; `check:packages` type-checks and runs it.
import { checkWorldResources, endpointUrl, findEndpoint, getWorld, makeApiError, readApiError } from "@usdkit/contract";
import { examples, openApiDocument } from "@usdkit/contract/openapi";

const url = endpointUrl(getWorld, "https://api.example.com/prefix/", { worldId: "w/7" });
if (url !== "https://api.example.com/prefix/global/world/v1/w%2F7") throw new Error(`the URL is ${url}`);
const match = findEndpoint("GET", "/global/world/v1/w%2F7");
if (match.kind !== "found" || match.path["worldId"] !== "w/7") throw new Error("the world was not found");
const world = getWorld.replies[200]?.schema.parse(examples.getWorld.replies[200]?.["succeeded"]);
if (world?.assets?.splats?.urls?.spzPath !== "https://files.example/w-7/world.spz") throw new Error("no splats");
if (checkWorldResources("reconstruction", [{ url: "https://h/a.mp4" }]).length !== 2) throw new Error("no problems");
if (readApiError(makeApiError({ name: "not-found", domain: "world" })).bizCode !== "12001") throw new Error("no code");
if (openApiDocument().openapi !== "3.1.1") throw new Error("no document");
