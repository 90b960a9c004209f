/** Parses a number with comma or point ("8," is 8); null when blank, the text itself if it is not a number. */
export function typedNumber(text: string): number | string | null {
  const typed = text.trim();
  if (typed === '') return null;
  return /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(typed) ? Number(typed.replace(',', '.')) : text;
}
