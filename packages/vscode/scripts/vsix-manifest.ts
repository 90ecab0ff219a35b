/** The manifests in the archive of an extension. */

export interface ExtensionManifest {
  readonly name: string;
  readonly displayName: string;
  readonly version: string;
  readonly description: string;
  readonly publisher: string;
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly engines: { readonly vscode: string };
}

/** Types of the files in the archive, as the Open Packaging Conventions require. */
export const contentTypes: string = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[
  ["cjs", "application/javascript"],
  ["css", "text/css"],
  ["js", "application/javascript"],
  ["json", "application/json"],
  ["md", "text/markdown"],
  ["mjs", "application/javascript"],
  ["txt", "text/plain"],
  ["vsixmanifest", "text/xml"],
  ["wasm", "application/wasm"],
]
  .map(([extension, type]) => `<Default Extension=".${extension}" ContentType="${type}"/>`)
  .join("")}</Types>
`;

/** Returns the manifest of the archive itself. */
export function vsixManifest(manifest: ExtensionManifest): string {
  const { name, displayName, version, description, publisher, categories, keywords, engines } = manifest;
  const tags = [...keywords, "__ext_usda"].join(",");
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escape(name)}" Version="${escape(version)}" Publisher="${escape(publisher)}"/>
    <DisplayName>${escape(displayName)}</DisplayName>
    <Description xml:space="preserve">${escape(description)}</Description>
    <Tags>${escape(tags)}</Tags>
    <Categories>${escape(categories.join(","))}</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escape(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

/** Returns the manifest without the fields that only the workspace needs: the bundle has its dependencies, and is CommonJS. */
export function installedManifest(manifest: ExtensionManifest): Record<string, unknown> {
  const left = new Set(["private", "type", "scripts", "dependencies", "devDependencies"]);
  return Object.fromEntries(Object.entries(manifest).filter(([key]) => !left.has(key)));
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
