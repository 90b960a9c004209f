/** What a search in a long list finds is counted no further. Alone here, for screens know it before they know any schema. */
export const COUNTED_AT_MOST = 10_000;
