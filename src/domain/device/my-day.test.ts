import { describe, expect, test } from 'vitest';
import { addVisit, type DayVisit, MAX_VISITS_OF_DAY, MY_DAY, moveVisit, nextOfDay, setVisited } from './my-day.ts';
import { parseNote } from './note-kind.ts';

const idOf = (number: number) => `0190e000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const visit = (number: number, visitado = false): DayVisit => ({
  _id: idOf(number),
  nombres: `NIÑA ${number}`,
  apellidos: 'CUJÍ',
  celular: '0991234567',
  lugar: 'PULUCATE ALTO',
  visitado,
});
const visits = [visit(1), visit(2, true), visit(3), visit(4)];
const numbers = (list: readonly DayVisit[]) => list.map(({ _id }) => Number(_id.slice(-12)));

describe('a day', () => {
  test('keeps the order in which children were picked, each once', () => {
    const day = [3, 1, 2, 1].reduce<readonly DayVisit[]>((list, number) => addVisit(list, visit(number)), []);
    expect(numbers(day)).toEqual([3, 1, 2]);
  });

  test('takes no more than its limit', () => {
    const full = Array.from({ length: MAX_VISITS_OF_DAY }, (_, number) => visit(number));
    expect(addVisit(full, visit(500))).toBe(full);
  });

  test('moves a child to a place, and twice to the same place is once', () => {
    expect(numbers(moveVisit(visits, idOf(3), 1))).toEqual([1, 3, 2, 4]);
    expect(numbers(moveVisit(moveVisit(visits, idOf(3), 1), idOf(3), 1))).toEqual([1, 3, 2, 4]);
    expect(numbers(moveVisit(visits, idOf(1), 99))).toEqual([2, 3, 4, 1]);
    expect(numbers(moveVisit(visits, idOf(4), -1))).toEqual([4, 1, 2, 3]);
    expect(moveVisit(visits, idOf(9), 1)).toBe(visits);
    expect(moveVisit([], idOf(1), 0)).toEqual([]);
  });

  test('ticks a child off and back, and stays the same list when nothing changes', () => {
    expect(setVisited(visits, idOf(1), true).map(({ visitado }) => visitado)).toEqual([true, true, false, false]);
    expect(setVisited(visits, idOf(2), false)[1]?.visitado).toBe(false);
    expect(setVisited(visits, idOf(2), true)).toBe(visits);
    expect(setVisited(visits, idOf(9), true)).toBe(visits);
  });
});

describe('the next of the day', () => {
  test('is the next child that is not visited, and goes on from the beginning', () => {
    expect(nextOfDay(visits, idOf(1))).toBe(visits[2]);
    expect(nextOfDay(visits, idOf(4))).toBe(visits[0]);
    expect(nextOfDay(visits, idOf(3))).toBe(visits[3]);
  });

  test('after a child that was not picked is the first one that is not visited', () => {
    expect(nextOfDay(visits, idOf(9))).toBe(visits[0]);
  });

  test('is never the same child, nor anybody once all others are visited', () => {
    expect(nextOfDay([visit(1), visit(2, true)], idOf(1))).toBeNull();
    expect(nextOfDay([], idOf(1))).toBeNull();
  });
});

// proves N7
test('of a stored day only valid visits are read', () => {
  const items = [
    visit(1),
    null,
    7,
    'x',
    [],
    {},
    { ...visit(2), _id: '../../admin' },
    { _id: idOf(3), nombres: 7, apellidos: { a: 1 }, celular: 'x'.repeat(5_000), visitado: 'true' },
    { ...visit(1), visitado: true },
  ];
  const day = parseNote(MY_DAY, { dia: '2026-11-26', items }, '2026-11-26');
  expect(day).toEqual([
    { ...visit(1), visitado: true },
    { _id: idOf(3), nombres: '', apellidos: '', celular: 'x'.repeat(300), lugar: '', visitado: false },
  ]);
  const many = Array.from({ length: 5_000 }, (_, number) => visit(number));
  expect(parseNote(MY_DAY, { dia: '2026-11-26', items: many }, '2026-11-26')).toHaveLength(MAX_VISITS_OF_DAY);
});
