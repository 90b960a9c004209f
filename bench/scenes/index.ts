import { embedded } from './embedded.ts';
import { journal } from './journal.ts';
import { meanwhile } from './meanwhile.ts';
import { processes } from './processes.ts';

/** Each gives what it found as Markdown. */
export const SCENES_BY_NAME = { meanwhile, processes, embedded, journal };
