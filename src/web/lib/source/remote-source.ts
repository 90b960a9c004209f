import type { BookletSource } from './booklet-source.ts';
import { remoteAltitudes } from './remote-altitudes.ts';
import { remoteCodes } from './remote-codes.ts';
import { remoteGoals } from './remote-goals.ts';
import { remoteOptions } from './remote-options.ts';
import { remotePrint } from './remote-print.ts';
import { remoteRecords } from './remote-records.ts';
import { remoteSearch } from './remote-search.ts';
import { remoteVisits } from './remote-visits.ts';

export const remoteSource: BookletSource = {
  ...remoteRecords,
  ...remotePrint,
  ...remoteCodes,
  ...remoteVisits,
  ...remoteSearch,
  ...remoteOptions,
  ...remoteAltitudes,
  ...remoteGoals,
};
