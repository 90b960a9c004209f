import type { ReactNode } from 'react';
import { useStore } from '#web/lib/store.ts';
import { SaveBar } from '#web/records/form/save-bar.tsx';
import { useVisit } from './visit.ts';

/** The button that saves the whole visit, and what its parts still need. @param lead shown before that, such as the newest z-score */
export function VisitBar({ lead, narrow }: { lead?: ReactNode; narrow: boolean }) {
  const parts = useStore(useVisit().parts).filter(({ isFilled, saved }) => isFilled && !saved);
  return (
    <SaveBar
      label="Guardar visita"
      saving={parts.some(({ saving }) => saving)}
      missing={parts.flatMap(({ missing }) => missing)}
      toCorrect={parts.reduce((sum, { toCorrect }) => sum + toCorrect, 0)}
      warned={parts.flatMap(({ warned }) => warned)}
      lead={lead}
      narrow={narrow}
    />
  );
}
