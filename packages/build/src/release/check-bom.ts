import { Spec, Validation } from "@cyclonedx/cyclonedx-library";

/** Throws if a text is not a document of CycloneDX 1.6, by the schema of the format. */
export async function checkBom(text: string): Promise<void> {
  const problem: unknown = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  if (problem !== null) throw new Error(`Not a document of CycloneDX 1.6: ${JSON.stringify(problem, null, 2)}`);
}
