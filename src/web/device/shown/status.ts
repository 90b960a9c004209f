import { createStore } from '#web/lib/store.ts';

/** How far the booklets of whoever is signed in are on the device. */
export interface DeviceStatus {
  /** What is being done, or why nothing is. */
  readonly phase: 'coming' | 'ready' | 'waiting' | 'full' | 'old' | 'nobody';
  /** People that are here, of those that are to be. */
  readonly got: number;
  readonly total: number;
  /** When the server was last asked for what changed, ISO 8601; empty before it was. */
  readonly contacto: string;
  /** Whether everything had come once. */
  readonly completo: boolean;
  /** INEC's codes of the cantons that supervision takes along; none for a brigade. */
  readonly cantones: readonly string[];
}

export const deviceStatus = createStore<DeviceStatus | null>(null);
