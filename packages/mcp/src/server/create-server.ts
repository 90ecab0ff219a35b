/** A server with its tools, resources and prompts. */
import { McpServer, ResourceTemplate, type CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Documents } from "../documents/documents.ts";
import { editDocument } from "../documents/edit-document.ts";
import { prompts, type Prompt } from "../documents/prompts.ts";
import { ruleDocuments } from "../documents/rule-documents.ts";
import { schemaDocuments } from "../documents/schema-documents.ts";
import { KeptReport } from "../session/kept-report.ts";
import { Roots } from "../session/roots.ts";
import { KeptStages } from "../session/kept-stages.ts";
import { everyTool } from "../tools/registry.ts";
import { ToolError } from "../session/tool-error.ts";
import type { CommandCall, CommandResult, Tool, ToolContext } from "../tools/tool.ts";

/** What a server may do, and what it calls. */
export interface McpOptions {
  /** Absolute folders; files outside of them are neither read nor written. */
  readonly roots: readonly string[];
  /** Whether the tools that write exist. Default: false. */
  readonly write?: boolean | undefined;
  /** A folder or JSON map of meshes that scenes of the service name. */
  readonly assets?: string | undefined;
  readonly version: string;
  /** Runs a command of the toolkit. */
  run(call: CommandCall): Promise<CommandResult>;
}

/** Elements and members of the arguments of a call. */
const MOST_ELEMENTS = 200_000;
const INSTRUCTIONS =
  "Reads, checks, draws and edits OpenUSD scenes below the root folders. Start with usd_overview; find prims with usd_query; see with usd_explain which layer decides. Results come in pages: pass `next` to go on.";

/**
 * Returns a server; connect it to a transport.
 *
 * @throws Error if a root is not a folder
 */
export function createServer(options: McpOptions): McpServer {
  const roots = new Roots(options.roots);
  const context: ToolContext = {
    roots,
    stages: new KeptStages(roots),
    reports: new KeptReport(),
    assets: options.assets,
    async run(program, args, input) {
      const allowed = allowedFolders(roots, options.assets);
      const result = await options.run({ program, args, input, cwd: roots.first, allowedFolders: allowed });
      // Messages name files as results do.
      return { ...result, stderr: roots.shortened(result.stderr) };
    },
  };
  const server = new McpServer(
    { name: "usdkit", title: "usdkit: OpenUSD scenes", version: options.version },
    { instructions: INSTRUCTIONS, maxToolInputElements: MOST_ELEMENTS },
  );
  for (const tool of everyTool) if (!tool.writes || options.write === true) addTool(server, tool, context);
  for (const documents of [ruleDocuments, schemaDocuments]) addDocuments(server, documents);
  server.registerResource(
    "edits",
    "usdkit://edits",
    { title: "Edits of a stage", mimeType: "text/markdown" },
    (uri) => ({
      contents: [{ uri: uri.href, mimeType: "text/markdown", text: editDocument }],
    }),
  );
  for (const prompt of prompts) addPrompt(server, prompt);
  return server;
}

function allowedFolders({ folders }: Roots, assets: string | undefined): readonly string[] {
  return assets === undefined ? folders : [...folders, assets];
}

function addTool(server: McpServer, tool: Tool, context: ToolContext): void {
  const { name, title, description, input, output, writes } = tool;
  const annotations = { readOnlyHint: !writes, destructiveHint: writes, idempotentHint: !writes, openWorldHint: false };
  const config = { title, description, inputSchema: input, outputSchema: output, annotations };
  server.registerTool(name, config, async (args): Promise<CallToolResult> => {
    try {
      const { content, image } = await tool.call(args as never, context);
      const text = { type: "text" as const, text: JSON.stringify(content) };
      if (image === undefined) return { content: [text], structuredContent: content };
      const data = Buffer.from(image.bytes).toString("base64");
      return { content: [text, { type: "image", data, mimeType: image.mimeType }], structuredContent: content };
    } catch (error) {
      return problemResult(error);
    }
  });
}

/** Errors are results, so that the model sees them. */
function problemResult(error: unknown): CallToolResult {
  const message = error instanceof Error ? error.message : String(error);
  const place = error instanceof ToolError ? error.place : undefined;
  const remedy = error instanceof ToolError ? error.remedy : undefined;
  const problem = { message, ...(place !== undefined && { place }), ...(remedy !== undefined && { remedy }) };
  const sentence = remedy === undefined ? message : message.replace(/\.$/u, "");
  const text = [place === undefined ? sentence : `${place}: ${sentence}`, remedy].filter((each) => each !== undefined);
  return { isError: true, content: [{ type: "text", text: text.join(". ") }], structuredContent: { error: problem } };
}

function addDocuments(server: McpServer, { name, title, description, list, read }: Documents): void {
  const mimeType = "text/markdown";
  server.registerResource(name, `usdkit://${name}`, { title, description, mimeType }, async (uri) => {
    const rows = await list();
    const lines = rows.map(
      ({ id, description: about }) => `- [${id}](usdkit://${name}/${id})${about === "" ? "" : `: ${about}`}`,
    );
    return { contents: [{ uri: uri.href, mimeType, text: `# ${title}\n\n${lines.join("\n")}\n` }] };
  });
  const template = new ResourceTemplate(`usdkit://${name}/{id}`, {
    list: undefined,
    complete: {
      id: async (start) =>
        (await list())
          .map(({ id }) => id)
          .filter((id) => id.startsWith(start))
          .slice(0, 100),
    },
  });
  server.registerResource(`${name}-page`, template, { title, description, mimeType }, async (uri, variables) => {
    const text = await read(String(variables["id"]));
    if (text === undefined) throw new Error(`There is no ${uri.href}: usdkit://${name} lists them`);
    return { contents: [{ uri: uri.href, mimeType, text }] };
  });
}

function addPrompt(server: McpServer, { name, title, description, arguments: given, text }: Prompt): void {
  const argsSchema = z.object(
    Object.fromEntries(Object.entries(given).map(([key, about]) => [key, z.string().max(65_536).describe(about)])),
  );
  server.registerPrompt(name, { title, description, argsSchema }, (args) => ({
    messages: [{ role: "user", content: { type: "text", text: text(args) } }],
  }));
}
