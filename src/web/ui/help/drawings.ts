import type { HelpKey } from '#domain/help/explanations.ts';
import longitudUrl from '#web/assets/medir-longitud.svg?no-inline';

interface Drawing {
  url: string;
  alt: string;
}

const longitud: Drawing = {
  url: longitudUrl,
  alt: 'Una niña acostada en el tallímetro: la cabeza toca el tope fijo (1), una mano estira las rodillas (2) y las plantas tocan el tope móvil (3).',
};

const DRAWINGS: Partial<Record<HelpKey, Drawing>> = { longitud, longitudNacer: longitud };

/** The drawing whose numbers are those of the steps. */
export const drawingOf = (help: HelpKey): Drawing | undefined => DRAWINGS[help];
