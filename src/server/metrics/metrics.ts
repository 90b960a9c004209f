import { collectDefaultMetrics, Registry } from 'prom-client';
import { singleFlight } from '#server/db/single-flight.ts';
import { createAppMetrics } from './app-metrics.ts';
import {
  connections,
  databaseAnswers,
  databaseSize,
  diskRoom,
  figureChanges,
  measuringChanges,
  replicaStanding,
  unsealedEntries,
} from './database-sources.ts';
import type { MetricsContext, MetricsSource } from './metrics-source.ts';
import { childrenByOtherRules, passwordTurns, scheduledBackups, unwrittenEntries } from './process-sources.ts';

const SOURCES: readonly MetricsSource[] = [
  databaseAnswers,
  replicaStanding,
  connections,
  figureChanges,
  measuringChanges,
  unsealedEntries,
  databaseSize,
  diskRoom,
  passwordTurns,
  unwrittenEntries,
  childrenByOtherRules,
  scheduledBackups,
];

export type Metrics = ReturnType<typeof createMetrics>;

/** Labels contain nothing personal and have few values. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    contentType: registry.contentType,
    ofApp: createAppMetrics(registry),
    /** The answer to Prometheus: it never fails and takes at most three seconds, whatever the database does. */
    textOf(running: MetricsContext): () => Promise<string> {
      const setAll = SOURCES.map((source) => source(registry, running));
      return singleFlight(async () => {
        await Promise.all(setAll.map((set) => set()));
        return registry.metrics();
      });
    },
  };
}
