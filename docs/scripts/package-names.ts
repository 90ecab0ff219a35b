// A plugin of TypeDoc: modules have the names of their packages, not of their folders.
import { readFileSync } from "node:fs";
import { Converter, ReflectionKind, type Application } from "typedoc";

/** Called by TypeDoc when it starts. */
export function load(app: Application): void {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
    if (reflection.kind !== ReflectionKind.Module) return;
    const { folder, entry } = /^(?<folder>[\w-]+)\/src(?:\/(?<entry>.*))?$/.exec(reflection.name)?.groups ?? {};
    if (folder === undefined) return;
    const manifest = new URL(`../../packages/${folder}/package.json`, import.meta.url);
    const { name } = JSON.parse(readFileSync(manifest, "utf8")) as { name: string };
    reflection.name = entry === undefined ? name : `${name}/${entry.split("/")[0] ?? ""}`;
  });
}
