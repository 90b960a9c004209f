import { nino } from '#domain/records/nino.ts';
import type { SyncedBooklet } from '#domain/sync/booklet-page.ts';

/** The user of the device. */
export const ROSA = {
  _id: '0190a000-0000-7000-8000-000000000001',
  nombre: 'Rosa',
  apellido: 'Yuquilema',
  cedula: '0601000001',
};

/** A child as it is pulled. */
export const childOnDevice = (_id: string, change: object = {}): SyncedBooklet => ({
  ...{ tipo: 'nino', cambio: '7', custodio: ROSA, codigo: null, registros: {} },
  persona: {
    ...{ ...nino.example, ...change, _id, version: 3, orden: 1, advertida: false, createdBy: ROSA },
    fechaRegistro: '2026-11-20T15:00:00.000Z',
  },
});
