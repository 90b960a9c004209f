export const BACK_IN_SECONDS = 10;
