/**
 * The numbers of all advisory locks, in one list: two purposes under one number would wait for each other. A number is never changed, for
 * processes of two versions must name the same lock. What concerns one person takes the hash of the person's id instead.
 */
export const ADVISORY_LOCKS = {
  /** One process migrates at a time. */
  migration: 7_236_114_203,
  /** One process gathers figures at a time: named by the functions of migration 0009. */
  figures: 7_236_114_204,
  /** One process seals the journal at a time. */
  sealing: 7_236_114_205,
  /** One process makes scheduled copies at a time. */
  copy: 7_236_114_206,
  /** One process begins an epoch at a time. */
  epoch: 7_236_114_207,
  /** Two administrators who demote each other at the same time must not both succeed. */
  administrators: 7_236_114_208,
} as const;
