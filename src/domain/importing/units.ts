import { foldText } from '../text.ts';

/** How files write each unit, without punctuation and digits. One text may stand for two units: 'm' for metres or months, 'g' for g or g/dl. */
const UNITS: readonly (readonly string[])[] = [
  ['kg', 'kgs', 'kilo', 'kilos', 'kilogramo', 'kilogramos'],
  ['g', 'gr', 'grs', 'gramo', 'gramos'],
  ['lb', 'lbs', 'libra', 'libras', 'lb oz', 'libras y onzas'],
  ['oz', 'onza', 'onzas'],
  ['mm', 'milimetro', 'milimetros'],
  ['cm', 'cms', 'centimetro', 'centimetros'],
  ['m', 'mt', 'mts', 'metro', 'metros'],
  ['in', 'plg', 'pulg', 'pulgada', 'pulgadas'],
  ['g dl', 'gr dl', 'grs dl', 'g', 'gr', 'grs', 'g ml', 'gr ml', 'gramos por decilitro'],
  ['g l', 'gr l', 'gramos por litro'],
  ['mmol l'],
  ['dia', 'dias'],
  ['sem', 'sems', 'semana', 'semanas'],
  ['m', 'mes', 'meses'],
  ['ano', 'anos'],
];

export const UNIT_SPELLINGS: readonly string[] = UNITS.flat();

/** A unit for comparison: without case, accents, punctuation and digits. */
export const foldUnit = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

/** A number beside a unit is an age or a period, as in "Peso (6 meses)", except in g/100 ml. */
const hasOtherNumber = (text: string) => /\d/.test(text.replace(/\b100(?=\b|ml)/, ''));

const meaningsOf = (text: string) => {
  if (hasOtherNumber(text)) return [];
  const folded = foldUnit(text).replace(/^en /, '');
  return UNITS.filter((spellings) => spellings.includes(folded));
};

export const isUnit = (text: string): boolean => meaningsOf(text).length > 0;

const IN_PARENTHESES = /\([^)]*\)/g;

/** The units that a header states in parentheses. */
const statedUnits = (header: string): string[] => (header.match(IN_PARENTHESES) ?? []).filter(isUnit);

/** The first unit that a header states in parentheses, in its first spelling; '' if it states none. */
export function unitOfHeader(header: string): string {
  const [first = ''] = statedUnits(header);
  return meaningsOf(first)[0]?.[0] ?? '';
}

/** Whether a header states a unit in parentheses that is not this one. */
export function statesOtherUnit(header: string, unit: string): boolean {
  const own = meaningsOf(unit);
  return own.length > 0 && statedUnits(header).some((stated) => !meaningsOf(stated).some((one) => own.includes(one)));
}
