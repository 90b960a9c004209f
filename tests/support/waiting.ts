import type { PendingOperation } from '#domain/sync/lane.ts';

let written = 0;

/** Another waiting operation, by default the registration of a child. */
export function waiting(part: Partial<PendingOperation> = {}): PendingOperation {
  written += 1;
  const id = `0190a000-0000-7000-8000-${String(written).padStart(12, '0')}`;
  return {
    ...{ op: id, persona: id, hace: 'crear', tipo: 'nino', _id: id, capturado: '2026-11-22T15:00:00.000Z' },
    ...{ orden: written, estado: 'espera', valores: { nombres: 'SISA' } },
    ...part,
  };
}
