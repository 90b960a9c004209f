/** Two purposes with one number would wait for each other. Never change a number: processes of two versions must name the same lock. */
export const ADVISORY_LOCKS = {
  migration: 7_236_114_203,
  /** The functions of migration 0009 contain this number. */
  figures: 7_236_114_204,
  sealing: 7_236_114_205,
  copy: 7_236_114_206,
  epoch: 7_236_114_207,
  /** Two administrators who demote each other at the same time must not both succeed. */
  administrators: 7_236_114_208,
  /** Two processes must not work on imports at the same time. */
  imports: 7_236_114_209,
  measuring: 7_236_114_210,
  /** Two processes must not work on FHIR exports at the same time. */
  exports: 7_236_114_213,
} as const;
