/** When a client may look again for a server that is being replaced. */
export const BACK_IN_SECONDS = 10;
