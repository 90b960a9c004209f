import { SURVEY_AGES } from '../growth/survey-age.ts';
import type { SurveyGrouping } from './survey.ts';

/** The names of a group; those that its grouping does not have are empty. */
interface Group {
  readonly provincia: string;
  readonly canton: string;
  readonly establecimiento: string;
  readonly sexo: string;
  readonly edad: string;
}

interface Grouping {
  /** What the table is divided by, in the control that chooses it. */
  readonly label: string;
  readonly nameOf: (group: Group) => string;
  /** Where a place lies. */
  readonly withinOf?: (group: Group) => string;
}

const SEXES: Readonly<Record<string, string>> = { FEMENINO: 'Niñas', MASCULINO: 'Niños' };

export const SURVEY_GROUPS: Readonly<Record<SurveyGrouping, Grouping>> = {
  provincia: { label: 'Provincia', nameOf: ({ provincia }) => provincia || 'Sin provincia' },
  canton: {
    label: 'Cantón',
    nameOf: ({ canton }) => canton || 'Sin cantón',
    withinOf: ({ provincia }) => provincia,
  },
  establecimiento: {
    label: 'Establecimiento',
    nameOf: ({ establecimiento }) => establecimiento || 'Sin establecimiento',
    withinOf: ({ canton, provincia }) => [canton, provincia].filter(Boolean).join(', '),
  },
  sexo: { label: 'Sexo', nameOf: ({ sexo }) => SEXES[sexo] ?? 'Sin sexo registrado' },
  edad: { label: 'Edad', nameOf: ({ edad }) => SURVEY_AGES.find(({ key }) => key === edad)?.label ?? edad },
};
