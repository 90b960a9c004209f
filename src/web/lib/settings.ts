import { useEffect } from 'react';
import type { AnswerOf } from '#domain/calls/define-call.ts';
import { ROUTES } from '#domain/calls/routes.ts';
import type { getSettings } from '#domain/calls/settings.ts';
import { callRoute } from './call-route.ts';
import { logLoadFailure } from './load-failure.ts';
import { onForget } from './loaded.ts';
import { onServerBack } from './server-reach.ts';
import { useSession } from './session.ts';
import { createStore, useStore } from './store.ts';

/** They change only when the server starts anew. Not a query: whoever signs in would wait for the library. */
const settings = createStore<AnswerOf<typeof getSettings> | null>(null);
let asked: Promise<void> | null = null;

/** Asks once, however many parts of the screen want to know; after a failure whoever wants to know asks again. */
function ask(): void {
  if (asked || settings.get()) return;
  const asking = callRoute<typeof getSettings>(ROUTES.getSettings, {}, { token: null }).then(
    (answer) => {
      if (asked === asking) settings.set(answer);
    },
    (error) => {
      logLoadFailure('ajustes', error);
      if (asked === asking) asked = null;
    },
  );
  asked = asking;
}

onForget(() => {
  asked = null;
  settings.set(null);
});

/** Whether visitors may register; as nearly everywhere until it is known, and never asked for whoever is signed in. */
export function useSignupOpen(): boolean {
  const visiting = useSession() === null;
  const known = useStore(settings);
  useEffect(() => {
    if (!visiting || known) return;
    ask();
    return onServerBack(ask);
  }, [visiting, known]);
  return known?.registro ?? true;
}
