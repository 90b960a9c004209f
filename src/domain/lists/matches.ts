import { startOfDay, today } from '../calendar.ts';
import type { Condition } from './conditions.ts';
import type { ListedChild, ListedRow } from './listed-row.ts';

type Test = (row: ListedRow) => boolean;

const ofChild =
  (test: (row: ListedChild) => boolean): Test =>
  (row) =>
    test(row as ListedChild);

const ORDERED = {
  less: (value: string | number, than: string | number) => value < than,
  atMost: (value: string | number, than: string | number) => value <= than,
  atLeast: (value: string | number, than: string | number) => value >= than,
};

const instant = (text: string | undefined, otherwise: number) => (text === undefined ? otherwise : Date.parse(text));

function testOf(condition: Condition): Test {
  switch (condition.is) {
    case 'equal':
      return (row) => row[condition.field] === condition.to;
    case 'empty':
      return (row) => row[condition.field] === null;
    case 'filled':
      return (row) => row[condition.field] !== null;
    case 'less':
    case 'atMost':
    case 'atLeast': {
      const holds = ORDERED[condition.is];
      return (row) => {
        const value = row[condition.field];
        return (typeof value === 'string' || typeof value === 'number') && holds(value, condition.than);
      };
    }
    case 'registered': {
      const from = instant(condition.from, Number.NEGATIVE_INFINITY);
      const before = instant(condition.before, Number.POSITIVE_INFINITY);
      return ({ fechaRegistro }) => Date.parse(fechaRegistro) >= from && Date.parse(fechaRegistro) < before;
    }
    case 'recordedBy':
      return ({ createdBy }) => createdBy._id === condition.user;
    case 'heldBy':
      return ofChild(({ custodio }) => custodio === condition.user);
    case 'seenBefore':
      return ofChild(({ visto, fechaRegistro }) => (visto ?? today(new Date(fechaRegistro))) < condition.day);
    case 'controlledIn':
      return ofChild(({ meses }) => meses.includes(condition.month));
    case 'warnedSince': {
      const since = Date.parse(startOfDay(condition.day));
      return ofChild(({ advertencia }) => advertencia !== null && Date.parse(advertencia) >= since);
    }
  }
}

export function matches(conditions: readonly Condition[]): Test {
  const tests = conditions.map(testOf);
  return (row) => tests.every((test) => test(row));
}
