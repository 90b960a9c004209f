import { createStore } from './store.ts';

/** Whether the application itself is on the device, so that it opens without signal; some browsers keep nothing. */
export type ApplicationHere = 'coming' | 'here' | 'never';

export const applicationHere = createStore<ApplicationHere>('coming');
