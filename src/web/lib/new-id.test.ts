import { afterEach, expect, it, vi } from 'vitest';
import { newId } from './new-id.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

it('makes UUIDs of version 4, each its own', () => {
  const ids = Array.from({ length: 100 }, newId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(UUID_V4);
});

it('does so without a secure context too', () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
  expect(newId()).toMatch(UUID_V4);
});
