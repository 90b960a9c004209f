import { readDefinitions, structureOf } from './definitions.mjs';

const entries = ['valuesets.json', 'v3-codesystems.json', 'v2-tables.json'].flatMap((name) =>
  readDefinitions(name).entry.map(({ resource }) => resource),
);
const valueSets = new Map(entries.filter((one) => one.resourceType === 'ValueSet').map((one) => [one.url, one]));
const codeSystems = new Map(entries.filter((one) => one.resourceType === 'CodeSystem').map((one) => [one.url, one]));

const codesIn = (concepts = []) => concepts.flatMap(({ code, concept }) => [code, ...codesIn(concept)]);

/** Every code of a value set, as `system|code`; null if it has one that only a terminology server could list. */
function expanded(url) {
  const valueSet = valueSets.get(url.split('|')[0]);
  const parts = (valueSet?.compose?.include ?? []).map(({ system, concept, valueSet: others = [], filter }) => {
    if (others.length > 0 || filter) return null;
    if (concept) return concept.map(({ code }) => `${system}|${code}`);
    const whole = codeSystems.get(system);
    return whole ? codesIn(whole.concept).map((code) => `${system}|${code}`) : null;
  });
  return parts.length === 0 || parts.includes(null) ? null : new Set(parts.flat());
}

const cache = new Map();
function allowedBy(url) {
  if (!cache.has(url)) cache.set(url, expanded(url));
  return cache.get(url);
}

function isAllowed(type, value, allowed) {
  if (type === 'code') return [...allowed].some((one) => one.endsWith(`|${value}`));
  const codings = type === 'Coding' ? [value] : (value.coding ?? []);
  return codings.some(({ system, code }) => allowed.has(`${system}|${code}`));
}

/** The names under which an element of several types may stand: `value[x]` is valueQuantity and so on. */
const namesOf = (name, types) =>
  name.endsWith('[x]')
    ? types.map(({ code }) => [name.replace('[x]', code[0].toUpperCase() + code.slice(1)), code])
    : [[name, types[0]?.code]];

function problemsOfElement(element, name, type, found, at, rest) {
  const values = Array.isArray(found) ? found : [found];
  const url = element.binding?.strength === 'required' ? element.binding.valueSet : undefined;
  const allowed = url && allowedBy(url);
  return values.flatMap((value, index) => {
    const path = `${at}.${name}[${index}]`;
    const own =
      allowed && !isAllowed(type, value, allowed) ? [`${path}: ${JSON.stringify(value)} is not in ${url}`] : [];
    const structure = type === 'BackboneElement' || type === 'Element' ? rest : structureOf(type)?.snapshot?.element;
    const prefix = type === 'BackboneElement' || type === 'Element' ? element.path : type;
    return typeof value === 'object' && structure ? [...own, ...walk(value, structure, prefix, path)] : own;
  });
}

function walk(value, elements, prefix, at) {
  const children = elements.filter(
    ({ path }) => path.startsWith(`${prefix}.`) && !path.slice(prefix.length + 1).includes('.'),
  );
  return children.flatMap((element) =>
    namesOf(element.path.slice(prefix.length + 1), element.type ?? []).flatMap(([name, type]) =>
      value[name] === undefined ? [] : problemsOfElement(element, name, type, value[name], at, elements),
    ),
  );
}

/** The codes of a resource that a required binding of R4 does not allow. Neither validator looks at them. */
export function bindingProblems(resource) {
  const { resourceType } = resource;
  return walk(resource, structureOf(resourceType).snapshot.element, resourceType, resourceType);
}

/** The required value sets of R4 that were looked into so far; those that only a terminology server could list are null. */
export const lookedInto = () => [...cache].map(([url, allowed]) => [url, allowed !== null]);
