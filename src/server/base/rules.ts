/** What the build puts in its place; a program that runs from its source has none. */
declare const RULES_FINGERPRINT: number;

let fingerprint: Promise<number> | undefined;

const asBuilt = async (): Promise<number> => {
  if (typeof RULES_FINGERPRINT !== 'undefined') return RULES_FINGERPRINT;
  const { rulesFingerprint } = await import('../../../scripts/lib/rules-fingerprint.ts');
  return rulesFingerprint();
};

/** The fingerprint of the rules and tables by which this program computes what is kept on children; above 0. */
export function rulesOfProgram(): Promise<number> {
  fingerprint ??= asBuilt();
  return fingerprint;
}
