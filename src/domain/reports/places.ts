/** Where a woman or child lives and is attended: the filters of every report, and of the lists behind its figures. */
export const PLACES = ['provincia', 'canton', 'establecimiento'] as const;
