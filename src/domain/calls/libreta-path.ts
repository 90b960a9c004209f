// In a file of its own, because a client that only makes calls needs no schemas.
/** The address of a whole booklet. @param kind the key of the person's type */
export const wholeBookletPath = (kind: string) => `/api/${kind}/:id/libreta` as const;
