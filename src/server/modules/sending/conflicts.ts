import type { Operation } from '#domain/calls/operation.ts';
import type { Outcome } from '#domain/calls/sending.ts';
import { personKindOfRecord } from '#server/modules/records/operations.ts';
import { operationDefinition } from './perform-operation.ts';

/** The people whose stored rows the conflicts show to the sender: the journal notes these views. */
export const conflictsOf = (operations: readonly Operation[], outcomes: readonly Outcome[]) =>
  operations.flatMap(({ tipo, persona }, at) =>
    outcomes[at]?.actual
      ? [{ kind: personKindOfRecord(operationDefinition(tipo)), about: persona, person: persona }]
      : [],
  );
