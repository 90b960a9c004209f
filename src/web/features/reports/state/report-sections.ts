/** The sections of the page, in the order of its index. */
export const SECTION_NAMES = ['resumen', 'crecimiento', 'cobertura', 'campo', 'mapa'] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

const [FIRST] = SECTION_NAMES;
const NONE = 'ninguna';
const ALL = 'todas';
const BETWEEN = '.';

/** @returns the sections that an address names as open; the first one if it names none that exists */
export function openSections(named: string): readonly SectionName[] {
  if (named === NONE) return [];
  if (named === ALL) return SECTION_NAMES;
  const names = named.split(BETWEEN);
  const open = SECTION_NAMES.filter((name) => names.includes(name));
  return open.length > 0 ? open : [FIRST];
}

/** @returns what an address says for these open sections; '' for the first one alone */
export function sectionsInAddress(open: readonly SectionName[]): string {
  const names = SECTION_NAMES.filter((name) => open.includes(name));
  if (names.length === 0) return NONE;
  if (names.length === SECTION_NAMES.length) return ALL;
  return names.length === 1 && names[0] === FIRST ? '' : names.join(BETWEEN);
}

/** Opening a section closes the others, so that the page stays short; an open one is closed. */
export const toggled = (open: readonly SectionName[], name: SectionName): readonly SectionName[] =>
  open.includes(name) ? open.filter((one) => one !== name) : [name];
