/** Starts the page of `usda view`. */
import { serverSource } from "./source.ts";
import { startPage } from "./start-page.ts";

await startPage(serverSource());
