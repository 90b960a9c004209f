import { createStore } from './store.ts';

/** Whether the application opens without signal on this device; some browsers cache nothing. */
export type ApplicationHere = 'coming' | 'here' | 'never';

export const applicationHere = createStore<ApplicationHere>('coming');
