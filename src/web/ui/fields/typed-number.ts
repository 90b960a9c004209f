const WITH_THOUSANDS = /^\d{1,3}(\.\d{3})+$/;

/**
 * Parses a number with comma or point ("8," is 8); null when blank, the text itself if it is not a number.
 * @param isWhole "2.550" is 2550, as screens show it
 */
export function typedNumber(text: string, isWhole = false): number | string | null {
  const trimmed = text.trim();
  const typed = isWhole && WITH_THOUSANDS.test(trimmed) ? trimmed.replaceAll('.', '') : trimmed;
  if (typed === '') return null;
  return /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(typed) ? Number(typed.replace(',', '.')) : text;
}
