import type { Operation } from '../calls/operation.ts';
import type { Value } from '../fields/index.ts';
import { toFlat, toNested } from '../records/define-record.ts';
import { type FlatRecord, fieldOf } from '../records/row.ts';
import { definitionOf } from './apply-operations.ts';

const isEmpty = (value: Value) => value === null || value === '';

/** Whether two values of a field say the same: what is empty does, however it is written. */
export const isSameValue = (one: Value, other: Value): boolean =>
  isEmpty(one) ? isEmpty(other) : String(one) === String(other);

interface Edit extends Pick<Operation, 'tipo' | 'campos' | 'valores'> {
  /** The record as the form had it that wrote this, flat. */
  readonly antes?: FlatRecord | undefined;
}

/** Two writes of one record as one of them. */
export interface MergedEdit {
  readonly valores: NonNullable<Operation['valores']>;
  /** The fields of which a person has to say what holds: both wrote something else. */
  readonly clash: readonly string[];
  /** Whether the two, each right by itself, are so together as well. */
  readonly fits: boolean;
}

const namesOf = ({ tipo, campos }: Edit): readonly string[] => {
  const { fieldNames } = definitionOf(tipo);
  return campos ? fieldNames.filter((name) => campos.includes(name)) : fieldNames;
};

/**
 * A later edit on top of a write that its form may not have shown: a field that the form left as it was keeps what the earlier write
 * says. Without `antes` nobody knows which fields those are: whatever differs is a clash.
 */
export function mergedEdit(earlier: Edit, later: Edit): MergedEdit {
  const definition = definitionOf(later.tipo);
  const [waits, mine] = [earlier, later].map(({ valores }) => toFlat(definition, valores ?? {})) as [
    FlatRecord,
    FlatRecord,
  ];
  const { antes } = later;
  const written = new Set(namesOf(earlier).filter((name) => name in waits));
  const values: Record<string, unknown> = { ...waits };
  const clash: string[] = [];
  for (const name of namesOf(later).filter((each) => each in mine)) {
    const [is, waiting] = [fieldOf(mine, name), fieldOf(waits, name)];
    const isMine = !written.has(name) || isSameValue(is, waiting);
    const isLeft = antes !== undefined && isSameValue(is, fieldOf(antes, name));
    const isFree = antes !== undefined && isSameValue(waiting, fieldOf(antes, name));
    if (isMine || (isFree && !isLeft)) values[name] = is;
    else if (!isLeft) clash.push(name);
  }
  const valores = toNested(definition, values);
  const passes = (some: Record<string, unknown> = {}) => definition.schema.safeParse(some).success;
  const fits = passes(valores) || !passes(earlier.valores) || !passes(later.valores);
  return { valores, clash, fits };
}
