/** Units of UCUM 2.1 (https://ucum.org/ucum), as far as the application could use them; metric ones take a prefix. */
const METRIC = ['g', 'm', 'L', 'l', 'mol', 's'];
const OTHERS = ['d', 'wk', 'mo', 'a', 'h', 'min', '1', '%'];
const PREFIXES = ['k', 'h', 'da', 'd', 'c', 'm', 'u', 'n', ''];
const ANNOTATION = /^\{[\x21-\x7a\x7c\x7e]+\}$/;

const atoms = new Set([...OTHERS, ...PREFIXES.flatMap((prefix) => METRIC.map((unit) => prefix + unit))]);
const isTerm = (term) => {
  const [, symbol] = /^(.*?)(-?\d+)?$/.exec(term) ?? [];
  return ANNOTATION.test(term) || atoms.has(term) || (symbol !== '' && atoms.has(symbol));
};

/** Whether a text is a unit of UCUM: terms with exponents, joined by `.` and `/`. */
export const isUcum = (code) => /^[^./]/.test(code) && code.split(/[./]/).every(isTerm);

/** The units that R4 requires of vital signs (value sets ucum-bodyweight, ucum-bodylength and the fixed unit of bmi). */
const VITAL_UNITS = {
  '29463-7': ['g', 'kg', '[lb_av]'],
  '8302-2': ['cm', '[in_i]'],
  '9843-4': ['cm', '[in_i]'],
  '39156-5': ['kg/m2'],
};

/** Quantities of a resource without a unit of UCUM, or with another one than its vital sign must have. */
export function unitProblems(resource) {
  const { valueQuantity, code } = resource;
  if (!valueQuantity) return [];
  const { system, code: unit } = valueQuantity;
  if (system !== 'http://unitsofmeasure.org' || !isUcum(unit)) return [`${resource.id}: ${unit} is no unit of UCUM`];
  const required = (code.coding ?? []).flatMap((coding) =>
    VITAL_UNITS[coding.code] ? [VITAL_UNITS[coding.code]] : [],
  );
  return required.flatMap((units) => (units.includes(unit) ? [] : [`${resource.id}: ${unit}, not ${units}`]));
}
