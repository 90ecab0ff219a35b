/** Ends an endless loop of an example. */
export class Enough extends Error {}
