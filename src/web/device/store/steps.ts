import type { MigrationStep } from './database-versions.ts';

export const DEVICE = 'libreta-equipo';

/** Step n makes version n. A released step never changes (see database-versions.ts). */
export const DEVICE_STEPS: readonly MigrationStep[] = [
  (db) => {
    db.createObjectStore('equipo', { keyPath: 'clave' });
    const vaults = db.createObjectStore('bovedas', { keyPath: 'id' });
    vaults.createIndex('etiqueta', 'etiqueta');
    vaults.createIndex('usuario', 'usuario');
  },
];

export const vaultDatabase = (id: string) => `libreta-${id}`;

export const VAULT_STEPS: readonly MigrationStep[] = [
  (db) => {
    db.createObjectStore('libretas', { keyPath: 'persona' });
    db.createObjectStore('indice', { keyPath: 'cubo' });
    db.createObjectStore('estado', { keyPath: 'clave' });
  },
  (db) => {
    db.createObjectStore('salida', { keyPath: 'orden' });
    db.createObjectStore('enviados', { keyPath: 'op' });
    db.createObjectStore('marcas', { keyPath: 'clave' });
    db.createObjectStore('reserva', { keyPath: 'clave' });
  },
  (db) => {
    db.createObjectStore('borradores', { keyPath: 'nombre' });
  },
];
