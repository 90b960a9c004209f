import type { Value } from '../fields/index.ts';
import { type RecordDefinition, toFlat, toNested } from '../records/define-record.ts';
import { type FlatRecord, fieldOf } from '../records/row.ts';
import { recordDefinitionOf } from './apply-operations.ts';
import type { PendingOperation } from './lane.ts';
import { isSameValue } from './merge-edit.ts';

export type Side = 'mine' | 'theirs';

export interface Difference {
  readonly campo: string;
  readonly antes: Value;
  readonly mio: Value;
  readonly guardado: Value;
  /** The side that changed it; `both` also if the value before is unknown: then the user has to choose. */
  readonly changed: Side | 'both';
}

const sentFields = ({ fieldNames }: RecordDefinition, { campos }: PendingOperation) =>
  campos ? fieldNames.filter((name) => campos.includes(name)) : fieldNames;

const storedNow = (definition: RecordDefinition, { respuesta }: PendingOperation): FlatRecord =>
  toFlat(definition, respuesta?.actual ?? {});

const written = (definition: RecordDefinition, { valores }: PendingOperation): FlatRecord =>
  toFlat(definition, valores ?? {});

export function differencesOf(one: PendingOperation): Difference[] {
  const definition = recordDefinitionOf(one.tipo);
  const [mine, theirs] = [written(definition, one), storedNow(definition, one)];
  const { antes: before } = one;
  return sentFields(definition, one).flatMap((campo) => {
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

export const automaticChoices = (differences: readonly Difference[]): ReadonlyMap<string, Side> =>
  new Map(differences.flatMap(({ campo, changed }) => (changed === 'both' ? [] : [[campo, changed] as const])));

export const retryOperation = (one: PendingOperation): PendingOperation => ({
  ...one,
  estado: 'espera',
  respuesta: undefined,
});

const givenUp = ({ campo, mio, guardado, changed }: Difference, side: Side): [string, Value][] =>
  changed === side ? [] : [[campo, side === 'mine' ? guardado : mio]];

/** A resolved conflict, based on the stored version; discarded values stay in `descartado`. Null while a choice or the stored version is missing. */
export function resolveConflict(one: PendingOperation, chosen: ReadonlyMap<string, Side>): PendingOperation | null {
  const definition = recordDefinitionOf(one.tipo);
  const differences = differencesOf(one);
  const actual = one.respuesta?.actual;
  if (typeof actual?.version !== 'number' || differences.some(({ campo }) => !chosen.has(campo))) return null;
  const mine = written(definition, one);
  const stored = new Map(differences.map(({ campo, guardado }) => [campo, guardado]));
  const wanted = (name: string) =>
    chosen.get(name) === 'theirs' && stored.has(name) ? stored.get(name) : fieldOf(mine, name);
  const values = sentFields(definition, one).map((name) => [name, wanted(name)] as const);
  const lost = differences.flatMap((difference) => givenUp(difference, chosen.get(difference.campo) ?? 'mine'));
  return {
    ...retryOperation(one),
    version: actual.version,
    tras: undefined,
    antes: toFlat(definition, actual),
    valores: toNested(definition, Object.fromEntries(values)),
    descartado: { ...one.descartado, ...Object.fromEntries(lost) },
  };
}

/** Repeats the deletion of a person whom others have changed meanwhile. @param sello the booklet's latest stamp on this device */
export const repeatDeletion = (one: PendingOperation, sello: string | null): PendingOperation => ({
  ...retryOperation(one),
  tras: undefined,
  sello: sello ?? one.sello,
});

/** The unique field of a creation that the server refused because another person has its value; null for other refusals. */
export function takenField({ hace, tipo, respuesta }: PendingOperation): string | null {
  const { message, estado } = respuesta ?? {};
  if (hace !== 'crear' || estado !== 'rechazada' || !Array.isArray(message)) return null;
  const brokenRule = recordDefinitionOf(tipo).unique?.find((rule) =>
    message.some(({ msg, path }) => path === rule.field && msg === rule.message),
  );
  return brokenRule?.field ?? null;
}

/** Moves the records of a lane to the booklet of the person who is registered already; null if one of them was already sent. */
export function moveRecordsTo(lane: readonly PendingOperation[], persona: string, sello: string | null) {
  const person = lane.filter(({ _id, persona: owner }) => _id === owner);
  const records = lane.filter(({ _id, persona: owner }) => _id !== owner);
  if (records.some(({ estado }) => estado === 'enviando' || estado === 'hecha')) return null;
  const put = records.map((one) => ({ ...retryOperation(one), persona, tras: undefined, sello: sello ?? undefined }));
  return { put, drop: person };
}
