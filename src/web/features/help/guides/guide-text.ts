import { FIELD_HELP, type HelpKey } from '#domain/help/explanations.ts';
import { oncePerDeclaration } from '#domain/once.ts';
import { foldText, searchFor } from '#domain/text.ts';
import type { Guide } from './guide.ts';

/** Words that a person reads in a minute on a telephone, with a look at the screen. */
const WORDS_PER_MINUTE = 160;

const explained = (key: HelpKey): string[] => {
  const { title, what, how, range = '', rule = '' } = FIELD_HELP[key];
  return [title, what, ...how, range, rule];
};

const textOf = ({ title, description, parts, measures = [] }: Guide): string =>
  [
    title,
    description,
    ...parts.flatMap((part) => [part.title ?? '', ...part.steps.flatMap(({ what, how = '' }) => [what, how])]),
    ...measures.flatMap(explained),
  ].join(' ');

const foldedGuide = oncePerDeclaration((guide: Guide) => foldText(textOf(guide)));

/** The guides that contain every word of the search, whatever its accents; those with the words in the title come first. */
export function findGuides(guides: readonly Guide[], search: string): Guide[] {
  const matches = searchFor(search);
  const matching = guides.filter((guide) => matches(foldedGuide(guide)));
  const isTitled = ({ title }: Guide) => matches(foldText(title));
  return [...matching.filter(isTitled), ...matching.filter((guide) => !isTitled(guide))];
}

/** The explanations of fields that contain every word of the search. @param label the label of a field with this explanation */
export function findExplanations(keys: readonly HelpKey[], search: string, label: (key: HelpKey) => string): HelpKey[] {
  const matches = searchFor(search);
  return keys.filter((key) => matches(foldText([label(key), ...explained(key)].join(' '))));
}

/** "7 pasos · 1 minuto" */
export function lengthOf(guide: Guide): string {
  const { parts, measures = [] } = guide;
  const numbered = parts.flatMap(({ kind, steps }) => (kind === 'cases' ? [] : steps)).length;
  const all = parts.flatMap(({ steps }) => steps).length;
  const count = numbered > 0 ? `${numbered + measures.length} pasos` : `${all} consejos`;
  const minutes = textOf(guide).split(' ').length / WORDS_PER_MINUTE;
  if (minutes < 0.75) return `${count} · medio minuto`;
  return `${count} · ${minutes < 1.5 ? '1 minuto' : `${Math.round(minutes)} minutos`}`;
}
