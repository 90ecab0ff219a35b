/**
 * Opens layers of any encoding. Imported when the first such file is read. A module of its own, since `import("@usdkit/usd")` needs
 * all exports of the package: bundlers put them where the package's small functions are, in the first download of a page.
 */
export { openLayer } from "@usdkit/usd";
