import { booklets } from './booklets.ts';
import { embedded } from './embedded.ts';
import { evening } from './evening.ts';
import { exporting } from './exporting.ts';
import { importing } from './importing.ts';
import { journal } from './journal.ts';
import { meanwhile } from './meanwhile.ts';
import { pooler } from './pooler.ts';
import { processes } from './processes.ts';

/** Each scene returns its results as Markdown. */
export const SCENES_BY_NAME = {
  meanwhile,
  processes,
  embedded,
  journal,
  booklets,
  evening,
  importing,
  exporting,
  pooler,
};
