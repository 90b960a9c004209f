/** Variables of Mantine's colours that the application does not use: a quarter of the first style sheet. */
export const UNUSED_COLORS = /^--mantine-color-(cyan|grape|green|indigo|lime|orange|pink|violet|yellow)-/;
