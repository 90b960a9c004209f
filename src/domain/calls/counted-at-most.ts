/** The count of a search stops here. In a file of its own, because screens need it without schemas. */
export const COUNTED_AT_MOST = 10_000;
