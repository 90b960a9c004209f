export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id of a row that the database numbers, as a UUID of version 8 (RFC 9562, 5.8). @param number below 2^48 */
export const numberedId = (number: number): string =>
  `00000000-0000-8000-8000-${number.toString(16).padStart(12, '0')}`;

/** Before the id of every row: a walk over all rows begins after it. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
