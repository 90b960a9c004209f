/** The sections of the page, in the order of its index. */
export const SECTION_NAMES = ['resumen', 'crecimiento', 'cobertura', 'campo', 'mapa'] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

const [FIRST] = SECTION_NAMES;
const NONE = 'ninguna';
const ALL = 'todas';
const BETWEEN = '.';

/** @param named by the address @returns the sections that are open; if the address names none that exists, all on a wide screen and the first one on a phone */
export function openSections(named: string, wide: boolean): readonly SectionName[] {
  if (named === NONE) return [];
  if (named === ALL) return SECTION_NAMES;
  const names = named.split(BETWEEN);
  const open = SECTION_NAMES.filter((name) => names.includes(name));
  if (open.length > 0) return open;
  return wide ? SECTION_NAMES : [FIRST];
}

/** @returns what an address says for these open sections */
export function sectionsInAddress(open: readonly SectionName[]): string {
  const names = SECTION_NAMES.filter((name) => open.includes(name));
  if (names.length === 0) return NONE;
  return names.length === SECTION_NAMES.length ? ALL : names.join(BETWEEN);
}

/** Opening a section closes the others, so that the page stays short; an open one is closed. */
export const toggled = (open: readonly SectionName[], name: SectionName): readonly SectionName[] =>
  open.includes(name) ? open.filter((one) => one !== name) : [name];
