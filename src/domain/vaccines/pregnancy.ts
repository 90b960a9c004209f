import type { VaccineSource } from './sources.ts';
import type { NamedVaccine } from './vaccine-names.ts';
import { WOMEN_VACCINES } from './women-vaccines.ts';

/** A vaccine that every pregnancy should have. */
export interface PregnancyVaccine extends NamedVaccine {
  readonly key: 'tdap' | 'influenza';
  /** The weeks of pregnancy in which it is given; null for any. */
  readonly weeks: readonly [from: number, to: number] | null;
  readonly note: string;
  /** Given in the campaign of the season, so never ticked together with others. */
  readonly conditional: boolean;
  readonly sources: readonly VaccineSource[];
}

/** The two vaccines whose window several sources confirm; dT depends on earlier doses, which no source settles. */
export const PREGNANCY_VACCINES: readonly PregnancyVaccine[] = [
  {
    key: 'tdap',
    ...WOMEN_VACCINES.tdap,
    weeks: [20, 36],
    note: 'De la semana 20 a la 36',
    conditional: false,
    sources: ['EXPRESO-2025-08'],
  },
  {
    key: 'influenza',
    ...WOMEN_VACCINES.influenza,
    weeks: null,
    note: 'Según la campaña de la temporada',
    conditional: true,
    sources: ['INFLUENZA-2025'],
  },
];
