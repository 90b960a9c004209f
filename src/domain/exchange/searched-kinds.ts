import { PERSON_KINDS, type PersonKind } from '../journal/journal.ts';
import { RECORD_LIST, type RecordKey } from '../records/index.ts';
import { refer } from './elements.ts';
import { growthCodes } from './growth-observations.ts';
import { type CodedObservation, fieldCodes } from './observations.ts';
import { pregnancyCodes } from './pregnancies.ts';
import type { Observation, Patient } from './r4.ts';
import type { SearchedType } from './search-parameters.ts';
import { isSearched, type Search } from './search-query.ts';

const COMPUTED = { mujer: pregnancyCodes, nino: growthCodes };
const BY_CODE: readonly string[] = ['category', 'code'];

/** Every category and code that observations of a kind of person can have. */
const codesOf = (kind: PersonKind, base: string): CodedObservation[] => [
  ...RECORD_LIST.filter(({ key, parent }) => key === kind || parent?.record === kind).flatMap(
    // The keys of the list are those of record types.
    ({ key }) => fieldCodes(key as RecordKey, base),
  ),
  ...COMPUTED[kind](base),
];

const observationWith = (coded: CodedObservation): Observation => ({
  ...{ resourceType: 'Observation', id: '', meta: {}, status: 'final', subject: refer('Patient', '') },
  ...coded,
});

/** The kinds of person that can have observations with the category and code that a search wants. */
function observedKinds({ narrowings }: Search, base: string): PersonKind[] {
  const byCode = narrowings.filter(({ name }) => BY_CODE.includes(name));
  if (byCode.length === 0) return [...PERSON_KINDS];
  return PERSON_KINDS.filter((kind) =>
    codesOf(kind, base).some((coded) => isSearched({ narrowings: byCode }, observationWith(coded))),
  );
}

const WOMAN: Patient = { resourceType: 'Patient', id: '', meta: {}, identifier: [], active: true, gender: 'female' };

/** The kinds of person that a search for Patient can find: women have no birth date, and one gender. */
function patientKinds({ narrowings }: Search): PersonKind[] {
  const byGender = narrowings.filter(({ name }) => name === 'gender');
  const canBeWomen =
    narrowings.every(({ name }) => name !== 'birthdate') && isSearched({ narrowings: byGender }, WOMAN);
  return PERSON_KINDS.filter((kind) => kind !== 'mujer' || canBeWomen);
}

/** Types that only people of one kind have. */
const ONLY_OF: Partial<Record<SearchedType, PersonKind>> = {
  ...{ RelatedPerson: 'nino', Condition: 'nino', EpisodeOfCare: 'mujer' },
};

/** The kinds of person that can have what is searched, so that others need not be read. @param base the address of the server's FHIR */
export function searchedKinds(search: Search, base: string): readonly PersonKind[] {
  const only = ONLY_OF[search.type];
  if (only) return [only];
  if (search.type === 'Patient') return patientKinds(search);
  return search.type === 'Observation' ? observedKinds(search, base) : PERSON_KINDS;
}
