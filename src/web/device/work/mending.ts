import type { Value, Values } from '#domain/fields/index.ts';
import type { PersonKind } from '#domain/journal/journal.ts';
import { newId } from '#domain/new-id.ts';
import { toFlat } from '#domain/records/define-record.ts';
import { fieldOf } from '#domain/records/row.ts';
import { recordDefinitionOf } from '#domain/sync/apply-operations.ts';
import { isNewPerson, isSpent, type PendingOperation, withOtherId } from '#domain/sync/lane.ts';
import {
  moveRecordsTo,
  repeatDeletion,
  resolveConflict,
  retryOperation,
  type Side,
} from '#domain/sync/resolve-conflict.ts';
import type { Outbox } from './outbox.ts';
import type { Overlay } from './overlay.ts';
import type { Sender } from './sender.ts';

export function createMending(outbox: Outbox, overlay: Overlay, sender: Sender) {
  const laneOf = ({ persona }: PendingOperation) => outbox.all().filter((other) => other.persona === persona);

  async function change(one: PendingOperation, next: (now: PendingOperation) => PendingOperation): Promise<void> {
    await outbox.update(new Map([[one.op, next]]));
    void sender.send();
  }

  /** Discarding the creation of a person discards her records too. */
  const goingWith = (one: PendingOperation): readonly PendingOperation[] => (isNewPerson(one) ? laneOf(one) : [one]);

  return {
    goingWith,

    async again(one: PendingOperation): Promise<void> {
      const op = isSpent(one) ? newId() : one.op;
      const next = (now: PendingOperation) => withOtherId(now.op === one.op ? retryOperation(now) : now, one.op, op);
      await outbox.update(new Map(laneOf(one).map((each) => [each.op, next])));
      void sender.send();
    },

    async settle(one: PendingOperation, sides: ReadonlyMap<string, Side>): Promise<boolean> {
      if (!resolveConflict(one, sides)) return false;
      await change(one, (now) => resolveConflict(now, sides) ?? now);
      return true;
    },

    async deleteAnyway(one: PendingOperation): Promise<void> {
      const sello = await outbox.changeOf(one.persona);
      await change(one, (now) => repeatDeletion(now, sello));
    },

    async discard(one: PendingOperation): Promise<void> {
      await outbox.end(new Map(goingWith(one).map(({ op }) => [op, 'descartada'])));
      void sender.send();
    },

    /** Removes an operation whose content was saved as another one. */
    takeOut: async ({ op }: PendingOperation): Promise<void> => {
      await outbox.withdraw(op);
      void sender.send();
    },

    valuesOf({ tipo, valores = {} }: PendingOperation): Values {
      const definition = recordDefinitionOf(tipo);
      const flat = toFlat(definition, valores);
      return Object.fromEntries(definition.fieldNames.map((name): [string, Value] => [name, fieldOf(flat, name)]));
    },

    registered(one: PendingOperation, field: string): { _id: string } | null {
      const wanted = fieldOf(one.valores ?? {}, field);
      const people = overlay.rowsOf(one.tipo as PersonKind);
      return people.find((row) => row._id !== one.persona && fieldOf(row, field) === wanted) ?? null;
    },

    /** Moves the records of a duplicate to the registered person's booklet. @returns false while they are being sent */
    async moveTo(one: PendingOperation, persona: string): Promise<boolean> {
      const moved = moveRecordsTo(laneOf(one), persona, await outbox.changeOf(persona));
      if (!moved) return false;
      const put = new Map(moved.put.map((next) => [next.op, () => next]));
      await outbox.end(new Map(moved.drop.map(({ op }) => [op, 'pasada'])), put);
      void sender.send();
      return true;
    },

    async askSupervision(one: PendingOperation): Promise<number> {
      const handed = await sender.handIn(new Set([one.op]), 'mismaPersona');
      // From now on the courier asks for the decision.
      void sender.send();
      return handed;
    },

    handInAll: () => sender.handIn(new Set(outbox.all().map(({ op }) => op)), 'rol'),
  };
}
