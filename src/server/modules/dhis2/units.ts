import { LOCALE } from '#domain/calendar.ts';
import type { Dhis2Unit } from '#domain/calls/dhis2.ts';
import { type Figures, noFigures } from '#domain/dhis2/aggregates.ts';
import { establishmentKey, NO_UNIT, type UnitLevel } from '#domain/dhis2/mapping.ts';
import { TERRITORY } from '#domain/territory.ts';
import { includesPlace, type SeenPlace } from '#server/calls/reader.ts';
import type { MappedNames } from './mapping-repository.ts';
import { addFigures, type Place, type PlaceFigures } from './place-figures.ts';

const collator = new Intl.Collator(LOCALE, { numeric: true });

/** INEC's code; '' for a canton that is not of its province. */
const cantonCode = ({ provincia, canton }: Place): string => TERRITORY[provincia]?.cantones[canton] ?? NO_UNIT;

const UNIT_OF = {
  canton: (place: Place) => {
    const clave = cantonCode(place);
    return clave === NO_UNIT
      ? { clave, nombre: '', provincia: '' }
      : { clave, nombre: place.canton, provincia: place.provincia };
  },
  establecimiento: ({ establecimiento }: Place) => ({
    clave: establishmentKey(establecimiento),
    nombre: establecimiento,
    provincia: '',
  }),
} satisfies Record<UnitLevel, (place: Place) => Omit<Dhis2Unit, 'codigo' | 'valores'>>;

type Unit = Omit<Dhis2Unit, 'codigo'>;

/** The places with a code, which are sent also without figures: a zero corrects what was sent before. */
function codedUnits(names: MappedNames, level: UnitLevel, places: readonly SeenPlace[] | null): Unit[] {
  const coded = names.rows.filter(({ tipo, codigo }) => tipo === level && codigo !== '');
  const seen = coded.filter(({ provincia, nombre }) =>
    // An establishment is in no canton: of those a reader of some places sends only the ones with people of these places.
    level === 'canton' ? includesPlace(places, { provincia, canton: nombre }) : places === null,
  );
  return seen.map(({ clave, nombre, provincia }) => ({ clave, nombre, provincia, valores: noFigures() }));
}

interface Rollup {
  readonly level: UnitLevel;
  readonly names: MappedNames;
  /** Null for all places. */
  readonly places: readonly SeenPlace[] | null;
}

/** Sums the figures by cantons or establishments, in the order of names; people without one come last. */
export function unitsOf(figures: readonly PlaceFigures[], { level, names, places }: Rollup): Dhis2Unit[] {
  const units = new Map(codedUnits(names, level, places).map((unit) => [unit.clave, unit]));
  for (const { figures: own, ...place } of figures) {
    if (!includesPlace(places, place) || own.every((value) => value === 0)) continue;
    const unit = UNIT_OF[level](place);
    const sum: Unit = units.get(unit.clave) ?? {
      ...unit,
      nombre: names.nameOf(level, unit.clave) ?? unit.nombre,
      valores: noFigures(),
    };
    addFigures(sum.valores, own);
    units.set(unit.clave, sum);
  }
  return [...units.values()]
    .map((unit) => ({ ...unit, codigo: names.codeOf(level, unit.clave) }))
    .sort(
      (one, other) =>
        Number(one.clave === NO_UNIT) - Number(other.clave === NO_UNIT) ||
        collator.compare(one.nombre, other.nombre) ||
        collator.compare(one.provincia, other.provincia) ||
        (one.clave < other.clave ? -1 : 1),
    );
}

export function totalsOf(units: readonly Dhis2Unit[]): Figures {
  const totals = noFigures();
  for (const { valores } of units) addFigures(totals, valores);
  return totals;
}
