/** SARIF 2.1.0, as code scanning services read it: one run, one result a finding. */
import { everyRule as rules, type Finding, type Fix, type Position } from "@usdkit/validate";
import { version } from "../program/about.ts";
import { fingerprints } from "./fingerprint.ts";
import { escapeJson, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { artifactUri } from "./artifact-uri.ts";
import type { CreateReporter, FileReport } from "./reporter.ts";
import { sarifLevel, sarifRules } from "./sarif-rule.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/** The folder that the command worked in; who reads the report knows where its sources are. */
const ROOT = "%SRCROOT%";
/** Changes when other things make the fingerprint: old and new fingerprints do not compare. */
const FINGERPRINT = "usdaLintFinding/v1";

export const sarif: CreateReporter = () => {
  const ruleIndex = new Map(rules.map((rule, index) => [rule.meta.id, index]));
  // All that is kept of a file: SARIF refers to files by their number, and lists each only once.
  const artifacts = new Map<string, number>();
  let separator = "\n";

  return {
    begin() {
      const driver = {
        name: "usda-lint",
        semanticVersion: version,
        rules: sarifRules(),
      };
      const head = `{"$schema":${JSON.stringify(SCHEMA)},"version":"2.1.0","runs":[{"tool":{"driver":${show(driver)}},`;
      const description = { text: "The folder that usda-lint was started in" };
      return `${head}\n"originalUriBaseIds":${show({ [ROOT]: { description } })},"columnKind":"utf16CodeUnits","results":[`;
    },
    file(report) {
      const location = artifactLocation(report, artifacts);
      const identities = fingerprints(report.findings);
      let text = "";
      for (const [i, finding] of report.findings.entries()) {
        text +=
          separator +
          show(result(finding, { profile: report.profile, artifact: location, fingerprint: identities[i], ruleIndex }));
        separator = ",\n";
      }
      return text;
    },
    end: () => `\n],"artifacts":[\n${Array.from(artifacts.keys()).join(",\n")}\n]}]}\n`,
  };
};

interface ArtifactLocation {
  readonly uri: string;
  readonly uriBaseId?: string;
  readonly index: number;
}

/** Returns the place of a file, with its number among the artifacts; adds it to them. */
function artifactLocation({ path, source }: FileReport, artifacts: Map<string, number>): ArtifactLocation {
  const uri = artifactUri(path);
  // What lies outside of the root is named from it all the same, but a reader may not follow it.
  const location = uri.startsWith("../") ? { uri } : { uri, uriBaseId: ROOT };
  const artifact = show({ location, length: source.length, roles: ["analysisTarget"] });
  // Two names may have the same URI: the one given to standard input and that of a file.
  const index = artifacts.get(artifact) ?? artifacts.size;
  artifacts.set(artifact, index);
  return { ...location, index };
}

interface ResultContext {
  readonly profile: FileReport["profile"];
  readonly artifact: ArtifactLocation;
  readonly fingerprint: string | undefined;
  /** Indices into the driver's rules, by rule id. */
  readonly ruleIndex: ReadonlyMap<string, number>;
}

function result(finding: Finding, { profile, artifact, fingerprint, ruleIndex }: ResultContext): object {
  const { rule, severity, message, hint, effect, code, primPath, property, start, end, offset, related, fixes } =
    finding;
  const fullName = property === null ? primPath : `${primPath}.${property}`;
  return {
    ruleId: rule,
    ruleIndex: ruleIndex.get(rule),
    level: sarifLevel(severity),
    message: { text: plain(hint === undefined ? message : `${message}\n${hint}`) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifact,
          region: offset === undefined ? region(start, end) : { byteOffset: offset, byteLength: 0 },
        },
        logicalLocations: [
          { fullyQualifiedName: escapeTerminal(fullName), kind: property === null ? "object" : "property" },
        ],
      },
    ],
    ...(related.length > 0 && {
      relatedLocations: related.map((place, i) => ({
        id: i + 1,
        message: { text: plain(place.message) },
        physicalLocation: { artifactLocation: artifact, region: region(place.start, place.end) },
      })),
    }),
    partialFingerprints: { [FINGERPRINT]: fingerprint },
    ...(fixes.length > 0 && { fixes: fixes.map((fix) => sarifFix(fix, artifact)) }),
    properties: { effect, code, profile },
  };
}

function sarifFix({ title, safe, edits }: Fix, artifact: ArtifactLocation): object {
  return {
    description: { text: plain(title) },
    artifactChanges: [
      {
        artifactLocation: artifact,
        replacements: edits.map(({ start, end, text }) => ({
          deletedRegion: { byteOffset: start, byteLength: end - start },
          // Exactly this text: it goes into the file.
          insertedContent: { text },
        })),
      },
    ],
    properties: { safe },
  };
}

/** Ends are exclusive here as there. */
function region(start: Position, end: Position): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

/**
 * Text for a message: nothing in it hides or reorders, and nothing is a link (`[text](place)`, 3.11.6), which a file could
 * have smuggled in. Braces stay single, against 3.11.5: viewers show them as they are.
 */
function plain(text: string): string {
  return text.split("\n").map(escapeTerminal).join("\n").replaceAll("](", "] (");
}

function show(value: object): string {
  return escapeJson(JSON.stringify(value));
}
