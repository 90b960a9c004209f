import { useEffect } from 'react';
import type { CallAnswer } from '#domain/calls/define-call.ts';
import { ROUTES } from '#domain/calls/routes.ts';
import type { getSettings } from '#domain/calls/settings.ts';
import { callRoute } from './call-route.ts';
import { logLoadFailure } from './load-failure.ts';
import { onForget } from './loaded.ts';
import { onServerBack } from './server-reach.ts';
import { useSession } from './session.ts';
import { createStore, useStore } from './store.ts';

/** Not a query, because the sign-in page must not load that library. Settings change only when the server restarts. */
const settings = createStore<CallAnswer<typeof getSettings> | null>(null);
let pendingRequest: Promise<void> | null = null;

function ask(): void {
  if (pendingRequest || settings.get()) return;
  const request = callRoute<typeof getSettings>(ROUTES.getSettings, {}, { token: null }).then(
    (answer) => {
      if (pendingRequest === request) settings.set(answer);
    },
    (error) => {
      logLoadFailure('ajustes', error);
      if (pendingRequest === request) pendingRequest = null;
    },
  );
  pendingRequest = request;
}

onForget(() => {
  pendingRequest = null;
  settings.set(null);
});

/** True until the settings have loaded; not requested while signed in. */
export function useSignupOpen(): boolean {
  const visiting = useSession() === null;
  const loaded = useStore(settings);
  useEffect(() => {
    if (!visiting || loaded) return;
    ask();
    return onServerBack(ask);
  }, [visiting, loaded]);
  return loaded?.registro ?? true;
}

/** Whether families have goals (`METAS`); true if the server does not say. For data that both sides know, not for what is shown. */
export async function goalsAreOn(): Promise<boolean> {
  ask();
  await pendingRequest;
  return settings.get()?.metas ?? true;
}

/** A switch of the server; null until the settings have loaded. */
function useSwitch(name: 'metas' | 'fhir'): boolean | null {
  const loaded = useStore(settings);
  useEffect(() => {
    if (loaded) return;
    ask();
    return onServerBack(ask);
  }, [loaded]);
  return loaded?.[name] ?? null;
}

/** Whether families have goals; null until the settings have loaded. */
export const useGoalsSetting = (): boolean | null => useSwitch('metas');

/** Whether other systems may read (`FHIR`); null until the settings have loaded. */
export const useExchangeSetting = (): boolean | null => useSwitch('fhir');

/** False until the settings have loaded, so that nothing of the goals appears where they are off. */
export const useGoalsOn = (): boolean => useGoalsSetting() ?? false;
