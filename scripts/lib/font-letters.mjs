/** From the theme's `regular` to `bold`, which is also the browser's default for bold. */
export const WEIGHTS = { min: 400, max: 700 };

const ASCII = String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index));

/** The letters of Spanish and of names in Ecuador, and the signs on the screens. */
export const SPANISH = `${ASCII} \u00a0áéíóúüñÁÉÍÓÚÜÑ¡¿«»“”‘’ºª°·…–—−×±²³≤≥→←€`;
