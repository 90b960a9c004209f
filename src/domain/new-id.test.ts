import { afterEach, expect, it, vi } from 'vitest';
import { newId } from './new-id.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

it('ids are distinct UUIDs of version 7', () => {
  const ids = Array.from({ length: 1_000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(UUID_V7);
});

it('the first 48 bits of an id are the minute in which it was made', () => {
  const id = newId(Date.UTC(2026, 10, 28, 13, 45, 59, 999));
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 10, 28, 13, 45));
});

it('an id with the same time and random bytes is the same', () => {
  const random = Uint8Array.from({ length: 16 }, (_, at) => at * 16);
  expect(newId(1_000_000, random)).toBe(newId(1_000_001, random));
});

it('ids need no secure context', () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
  expect(newId()).toMatch(UUID_V7);
});
