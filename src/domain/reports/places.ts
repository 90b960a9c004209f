/** The place filters of every report, and of the lists behind its figures. */
export const PLACES = ['provincia', 'canton', 'establecimiento'] as const;
