import type { Operation } from '../calls/operation.ts';
import type { Value } from '../fields/index.ts';
import { toFlat, toNested } from '../records/define-record.ts';
import { type FlatRecord, fieldOf } from '../records/row.ts';
import { recordDefinitionOf } from './apply-operations.ts';

const isEmpty = (value: Value) => value === null || value === '';

/** Empty values are equal, however they are written. */
export const isSameValue = (one: Value, other: Value): boolean =>
  isEmpty(one) ? isEmpty(other) : String(one) === String(other);

interface Edit extends Pick<Operation, 'tipo' | 'campos' | 'valores'> {
  /** The flat record as the form that wrote this first loaded it. */
  readonly antes?: FlatRecord | undefined;
}

export interface MergedEdit {
  readonly valores: NonNullable<Operation['valores']>;
  readonly clash: readonly string[];
  /** Whether the merged record is valid; a merge of two valid edits may break a rule. */
  readonly fits: boolean;
}

const namesOf = ({ tipo, campos }: Edit): readonly string[] => {
  const { fieldNames } = recordDefinitionOf(tipo);
  return campos ? fieldNames.filter((name) => campos.includes(name)) : fieldNames;
};

/** Applies a later edit to a pending write: unchanged fields keep the pending value. Without `antes` every difference is a clash. */
export function mergeEdit(earlier: Edit, later: Edit): MergedEdit {
  const definition = recordDefinitionOf(later.tipo);
  const [pending, mine] = [earlier, later].map(({ valores }) => toFlat(definition, valores ?? {})) as [
    FlatRecord,
    FlatRecord,
  ];
  const { antes } = later;
  const written = new Set(namesOf(earlier).filter((name) => name in pending));
  const values: Record<string, unknown> = { ...pending };
  const clash: string[] = [];
  for (const name of namesOf(later).filter((each) => each in mine)) {
    const [is, waiting] = [fieldOf(mine, name), fieldOf(pending, name)];
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
