/** Defined by the build, and undefined when the program runs from its source. */
declare const RULES_FINGERPRINT: number;

let fingerprint: Promise<number> | undefined;

const asBuilt = async (): Promise<number> => {
  if (typeof RULES_FINGERPRINT !== 'undefined') return RULES_FINGERPRINT;
  const { rulesFingerprint } = await import('../../../scripts/lib/rules-fingerprint.ts');
  return rulesFingerprint();
};

/** The fingerprint of the rules and tables that compute the summaries of children; above 0. */
export function rulesOfProgram(): Promise<number> {
  fingerprint ??= asBuilt();
  return fingerprint;
}
