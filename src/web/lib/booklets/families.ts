/** First parts of the keys of what is read from records of all kinds: every save outdates it. */
export const FAMILIES = {
  /** Histories, the journal and deletions. */
  history: 'historial',
  reports: 'reportes',
  /** Searches among all people. */
  search: 'buscar',
  /** The user's own account and figures. */
  profile: 'perfil',
} as const;
