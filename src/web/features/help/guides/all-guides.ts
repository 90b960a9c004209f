import { altitudesGuide, goalsGuide, optionListsGuide, peopleGuide } from './administration.ts';
import { curveGuide, findBookletGuide, measuringGuide, recordVisitGuide, warningsGuide } from './brigade.ts';
import { offlineGuide } from './day-offline.ts';
import type { Guide } from './guide.ts';
import { handoverGuide, reportsGuide, retainedGuide } from './supervision.ts';
import { verificationGuide } from './waiting.ts';

/** All guides, in the order of the list. */
export const GUIDES: readonly Guide[] = [
  recordVisitGuide,
  findBookletGuide,
  offlineGuide,
  warningsGuide,
  measuringGuide,
  curveGuide,
  reportsGuide,
  handoverGuide,
  retainedGuide,
  peopleGuide,
  optionListsGuide,
  altitudesGuide,
  goalsGuide,
  verificationGuide,
];

export const guideById = (id: string): Guide | undefined => GUIDES.find((guide) => guide.id === id);
