import { createStore } from '#web/lib/store.ts';

/** Set while the user is asked for the date: the device's clock is behind the last contact, whose day is `since`, or may be wrong since then. */
export const datePrompt = createStore<{ readonly since: string } | null>(null);
