import { FIELD_HELP } from '#domain/help/explanations.ts';
import { MEASURED } from '#domain/help/measures.ts';
import type { PdfContent, StepGroup } from '#web/ui/pdf/content.ts';
import { findBookletGuide, recordVisitGuide, warningsGuide } from './guides/brigade.ts';
import { offlineGuide } from './guides/day-offline.ts';
import type { Part } from './guides/guide.ts';
import { helpLabel } from './helped-field.ts';

export const QUICK_GUIDE = { title: 'Guía rápida para brigadas', file: 'guia-rapida-brigadas.pdf' } as const;

const quickSteps = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ steps }) => steps.flatMap(({ what, quick }) => (quick ? [what] : [])));

/** The steps of the guides for brigades that fit on one sheet. */
export function quickGuide({ product, issued }: Pick<PdfContent, 'product' | 'issued'>): PdfContent {
  const visit: StepGroup[] = [
    { title: offlineGuide.title, steps: quickSteps(offlineGuide.parts) },
    { title: recordVisitGuide.title, steps: quickSteps(recordVisitGuide.parts) },
    { title: findBookletGuide.title, steps: quickSteps(findBookletGuide.parts) },
    { title: warningsGuide.title, steps: quickSteps(warningsGuide.parts) },
  ];
  const measures = MEASURED.map((help): StepGroup => {
    const { how, rule } = FIELD_HELP[help];
    return { title: helpLabel(help), steps: rule ? [...how, rule] : how };
  });
  return {
    product,
    title: QUICK_GUIDE.title,
    name: 'Una visita, de principio a fin',
    line: ['Todo lo demás está en la aplicación, en Ayuda'],
    issued,
    blocks: [
      { kind: 'steps', title: 'La visita', groups: visit },
      { kind: 'steps', title: 'Cómo medir bien', groups: measures },
    ],
  };
}
