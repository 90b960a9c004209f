/** From `regular` to `bold` of the theme, and the bold of whoever says nothing else. */
export const WEIGHTS = { min: 400, max: 700 };

const ASCII = String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index));

/** What Spanish is written with, in names of Ecuador too, and the signs that the screens use. */
export const SPANISH = `${ASCII} \u00a0áéíóúüñÁÉÍÓÚÜÑ¡¿«»“”‘’ºª°·…–—−×±²³≤≥→←€`;
