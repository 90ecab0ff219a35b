/** Starts the page of a library. */
import { LibraryPage } from "./library-page.ts";

await new LibraryPage().start();
