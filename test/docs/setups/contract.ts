import { KEY, startService } from "./service.ts";

export const serviceUrl: string = await startService();
export const key: string = KEY;
/** A request to render a scene. */
export const body: unknown = { usdContent: "I3VzZGEgMS4wCg==", requestId: "one" };
