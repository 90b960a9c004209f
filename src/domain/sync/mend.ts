import type { Value } from '../fields/index.ts';
import { type RecordDefinition, toFlat, toNested } from '../records/define-record.ts';
import { type FlatRecord, fieldOf } from '../records/row.ts';
import { definitionOf } from './apply-operations.ts';
import type { Waiting } from './lane.ts';
import { isSameValue } from './merge-edit.ts';

/** Which of two values a person wants. */
export type Side = 'mine' | 'theirs';

/** A field in which what was written without signal and what is stored differ. */
export interface Difference {
  readonly campo: string;
  readonly antes: Value;
  readonly mio: Value;
  readonly guardado: Value;
  /** Who changed it: where both did, or nobody knows what was there before, somebody has to choose. */
  readonly changed: Side | 'both';
}

const knownFields = ({ fieldNames }: RecordDefinition, { campos }: Waiting) =>
  campos ? fieldNames.filter((name) => campos.includes(name)) : fieldNames;

const storedNow = (definition: RecordDefinition, { respuesta }: Waiting): FlatRecord =>
  toFlat(definition, respuesta?.actual ?? {});

const written = (definition: RecordDefinition, { valores }: Waiting): FlatRecord => toFlat(definition, valores ?? {});

/** What a person has to compare, in the order of the form. */
export function differencesOf(one: Waiting): Difference[] {
  const definition = definitionOf(one.tipo);
  const [mine, theirs] = [written(definition, one), storedNow(definition, one)];
  const { antes: before } = one;
  return knownFields(definition, one).flatMap((campo) => {
    const [mio, guardado] = [fieldOf(mine, campo), fieldOf(theirs, campo)];
    if (isSameValue(mio, guardado)) return [];
    const antes = before ? fieldOf(before, campo) : null;
    const changed = !before
      ? 'both'
      : isSameValue(mio, antes)
        ? 'theirs'
        : isSameValue(guardado, antes)
          ? 'mine'
          : 'both';
    return [{ campo, antes, mio, guardado, changed } satisfies Difference];
  });
}

/** What is chosen already: what one side alone has changed. */
export const chosenBefore = (differences: readonly Difference[]): ReadonlyMap<string, Side> =>
  new Map(differences.flatMap(({ campo, changed }) => (changed === 'both' ? [] : [[campo, changed] as const])));

/** Sent once more, as it is. */
export const sendAgain = (one: Waiting): Waiting => ({ ...one, estado: 'espera', respuesta: undefined });

/** What of a difference the choice gives up; nothing where the other side has not changed it. */
const givenUp = ({ campo, mio, guardado, changed }: Difference, side: Side): [string, Value][] =>
  changed === side ? [] : [[campo, side === 'mine' ? guardado : mio]];

/**
 * A conflict as somebody settled it: an operation on what is stored now; what was given up stays in the history.
 * @param chosen a side for every difference
 * @returns null while one is missing, or where nobody knows what is stored now
 */
export function settled(one: Waiting, chosen: ReadonlyMap<string, Side>): Waiting | null {
  const definition = definitionOf(one.tipo);
  const differences = differencesOf(one);
  const actual = one.respuesta?.actual;
  if (typeof actual?.version !== 'number' || differences.some(({ campo }) => !chosen.has(campo))) return null;
  const mine = written(definition, one);
  const stored = new Map(differences.map(({ campo, guardado }) => [campo, guardado]));
  const wanted = (name: string) =>
    chosen.get(name) === 'theirs' && stored.has(name) ? stored.get(name) : fieldOf(mine, name);
  const values = knownFields(definition, one).map((name) => [name, wanted(name)] as const);
  const lost = differences.flatMap((difference) => givenUp(difference, chosen.get(difference.campo) ?? 'mine'));
  return {
    ...sendAgain(one),
    version: actual.version,
    tras: undefined,
    antes: toFlat(definition, actual),
    valores: toNested(definition, Object.fromEntries(values)),
    descartado: { ...one.descartado, ...Object.fromEntries(lost) },
  };
}

/** A deletion of somebody whom others have changed meanwhile, wanted all the same. @param sello what is known of the booklet now */
export const deletedAnyway = (one: Waiting, sello: string | null): Waiting => ({
  ...sendAgain(one),
  tras: undefined,
  sello: sello ?? one.sello,
});

/** What of a creation the server refused because somebody is registered under it already; null where that is not why. */
export function takenField({ hace, tipo, respuesta }: Waiting): string | null {
  const { message, estado } = respuesta ?? {};
  if (hace !== 'crear' || estado !== 'rechazada' || !Array.isArray(message)) return null;
  const said = definitionOf(tipo).unique?.find((rule) =>
    message.some(({ msg, path }) => path === rule.field && msg === rule.message),
  );
  return said?.field ?? null;
}

/** Whether supervision has been asked whether it is the same person. */
export const isAskedAbout = ({ respuesta }: Waiting): boolean =>
  respuesta?.estado === 'retenida' && respuesta.motivo === 'mismaPersona';

/**
 * The records of somebody who is registered already go to her or his booklet.
 * @param lane what of the booklet waits that is given up
 * @param persona whose booklet it is
 * @param sello its last change that the device knows
 * @returns null where something of it was sent, so that it cannot be changed any more
 */
export function movedTo(lane: readonly Waiting[], persona: string, sello: string | null) {
  const person = lane.filter(({ _id, persona: whose }) => _id === whose);
  const records = lane.filter(({ _id, persona: whose }) => _id !== whose);
  if (records.some(({ estado }) => estado === 'enviando' || estado === 'hecha')) return null;
  const put = records.map((one) => ({ ...sendAgain(one), persona, tras: undefined, sello: sello ?? undefined }));
  return { put, drop: person };
}
