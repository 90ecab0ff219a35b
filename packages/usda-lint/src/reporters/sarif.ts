/** SARIF 2.1.0, as code scanning services read it: one run, one result a finding. */
import { ruleMetas, type Finding, type Fix } from "@usdkit/validate";
import { version } from "../program/about.ts";
import { fingerprints } from "./fingerprint.ts";
import { escapeJson, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { jsonFile } from "./json-file.ts";
import { artifactUri } from "./artifact-uri.ts";
import type { CreateReporter, FileReport } from "./reporter.ts";
import { sarifLevel, sarifRules } from "./sarif-rule.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/** The folder that the command worked in; who reads the report knows where its sources are. */
const ROOT = "%SRCROOT%";
/** Changes when other things make the fingerprint: old and new fingerprints do not compare. */
const FINGERPRINT = "usdaLintFinding/v1";

export const sarif: CreateReporter = () => {
  const ruleIndex = new Map(ruleMetas.map(({ id }, index) => [id, index]));
  // All that is kept of a file: SARIF refers to files by their number, and lists each only once.
  const artifacts = new Artifacts();
  // The entries of the files of a shard, as in JSON reports.
  const entries: string[] = [];
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
      const location = artifacts.locate(report.path, report.length ?? report.source.length);
      if (report.shard !== undefined) entries.push(jsonFile(report));
      const locate = (layer: string): ArtifactLocation => artifacts.locate(layer);
      const identities = fingerprints(report.findings);
      let text = "";
      for (const [i, finding] of report.findings.entries()) {
        text +=
          separator +
          show(
            result(finding, {
              profile: report.profile,
              artifact: location,
              locate,
              fingerprint: identities[i],
              ruleIndex,
            }),
          );
        separator = ",\n";
      }
      return text;
    },
    end(_summary, shard) {
      const own =
        shard === undefined ? "" : `,"properties":{"files":[\n${entries.join(",\n")}\n],\n"shard":${show(shard)}}`;
      return `\n],"artifacts":[\n${artifacts.texts.join(",\n")}\n]${own}}]}\n`;
    },
  };
};

interface ArtifactLocation {
  readonly uri: string;
  readonly uriBaseId?: string;
  readonly index: number;
}

/** Files in the order of their numbers. */
class Artifacts {
  private readonly all: { readonly location: Omit<ArtifactLocation, "index">; length: number | undefined }[] = [];
  /** By location: their numbers. Two names may have the same URI: the one given to standard input and that of a file. */
  private readonly known: Map<string, number[]> = new Map();

  /**
   * Returns the place of a file, with its number; adds it if it is new.
   *
   * @param length bytes of a file that was checked; undefined for one that a finding names
   */
  locate(path: string, length?: number): ArtifactLocation {
    const uri = artifactUri(path);
    // What lies outside of the root is named from it all the same, but a reader may not follow it.
    const location = uri.startsWith("../") ? { uri } : { uri, uriBaseId: ROOT };
    const numbers = this.known.get(uri) ?? [];
    let index = numbers.find((each) => {
      const known = this.all[each].length;
      return known === undefined || length === undefined || known === length;
    });
    if (index === undefined) {
      index = this.all.length;
      this.all.push({ location, length });
      this.known.set(uri, [...numbers, index]);
    } else this.all[index].length ??= length;
    return { ...location, index };
  }

  get texts(): readonly string[] {
    return this.all.map(({ location, length }) =>
      show(length === undefined ? { location } : { location, length, roles: ["analysisTarget"] }),
    );
  }
}

interface ResultContext {
  readonly profile: FileReport["profile"];
  readonly artifact: ArtifactLocation;
  /** Returns the location of another layer. */
  readonly locate: (layer: string) => ArtifactLocation;
  readonly fingerprint: string | undefined;
  /** Indices into the driver's rules, by rule id. */
  readonly ruleIndex: ReadonlyMap<string, number>;
}

function result(finding: Finding, { profile, artifact, locate, fingerprint, ruleIndex }: ResultContext): object {
  const { rule, severity, message, hint, effect, code, primPath, property, related, fixes, stage } = finding;
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
          region: regionOf(finding),
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
        physicalLocation: {
          artifactLocation: place.layer === undefined ? artifact : locate(place.layer),
          region: regionOf(place),
        },
      })),
    }),
    partialFingerprints: { [FINGERPRINT]: fingerprint },
    ...(fixes.length > 0 && { fixes: fixes.map((fix) => sarifFix(fix, artifact)) }),
    properties: { effect, code, profile, ...(stage !== undefined && { stage: stageOf(stage) }) },
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

/** The list of all prims is in JSON reports. */
function stageOf({ root, prim, count, variants }: NonNullable<Finding["stage"]>): object {
  return { root, prim, count, variants };
}

/** Ends are exclusive here as there. Binary files have no lines. */
function regionOf({ start, end, offset }: Pick<Finding, "start" | "end" | "offset">): object {
  if (offset !== undefined) return { byteOffset: offset, byteLength: 0 };
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
