/** Base64 of the smallest scene that the service renders offline: a camera, and 64 × 48 pixels. */
export const sceneContent: string =
  "I3VzZGEgMS4wCgpkZWYgQ2FtZXJhICJNYWluIgp7Cn0KCmRlZiBTY29wZSAiUmVuZGVyIgp7CiAgICBkZWYgUmVuZGVyU2V0dGluZ3MgIlNldHRpbmdzIgogICAgewogICAgICAgIHVuaWZvcm0gaW50MiByZXNvbHV0aW9uID0gKDY0LCA0OCkKICAgIH0KfQo=";

/** Base64 of a patch that moves that scene's camera. */
export const patchContent: string =
  "I3VzZGEgMS4wCgpvdmVyICJNYWluIgp7CiAgICBtYXRyaXg0ZCB4Zm9ybU9wOnRyYW5zZm9ybSA9ICggKDEsIDAsIDAsIDApLCAoMCwgMSwgMCwgMCksICgwLCAwLCAxLCAwKSwgKDAsIDAsIDUsIDEpICkKICAgIHVuaWZvcm0gdG9rZW5bXSB4Zm9ybU9wT3JkZXIgPSBbInhmb3JtT3A6dHJhbnNmb3JtIl0KfQo=";
