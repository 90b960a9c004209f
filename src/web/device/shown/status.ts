import { createStore } from '#web/lib/store.ts';

export interface DeviceStatus {
  readonly phase: 'coming' | 'ready' | 'waiting' | 'full' | 'old' | 'nobody';
  readonly got: number;
  readonly total: number;
  /** Last contact with the feed, ISO 8601; empty before the first. */
  readonly contacto: string;
  readonly completo: boolean;
  /** INEC codes of the cantons that supervision takes along; empty for a brigade. */
  readonly cantones: readonly string[];
}

export const deviceStatus = createStore<DeviceStatus | null>(null);
