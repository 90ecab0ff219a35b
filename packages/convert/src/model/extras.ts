/** Data that a program attached to a part of a scene, as JSON: `extras` of glTF, `customData` of prims. */
export type Extras = Readonly<Record<string, unknown>> | undefined;
