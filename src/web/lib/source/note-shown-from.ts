import { hashKey } from '@tanstack/react-query';
import { queryClient } from '#web/lib/query-client.ts';
import { shownFromDevice } from './shown-from-device.ts';

/** Hashes of the queries that the device answered. */
const answeredHere = new Set<string>();

const isOnScreen = (hash: string) => (queryClient.getQueryCache().get(hash)?.getObserversCount() ?? 0) > 0;

export function noteShownFrom(side: 'device' | 'server', queryKey: readonly unknown[]): void {
  const hash = hashKey(queryKey);
  if (side === 'device') answeredHere.add(hash);
  else {
    answeredHere.delete(hash);
    for (const other of answeredHere) if (!isOnScreen(other)) answeredHere.delete(other);
  }
  shownFromDevice.set(answeredHere.size > 0);
}

export function nothingShownFromDevice(): void {
  answeredHere.clear();
  shownFromDevice.set(false);
}
