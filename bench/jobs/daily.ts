import { randomUUID } from 'node:crypto';
import { RECORDS } from '#domain/records/index.ts';
import type { Random } from '#server/population/random.ts';
import type { Facts } from '../setup/facts.ts';
import { BARE, get, type Job } from './job.ts';

const PAGE = 5;
const supervisor = (random: Random, { supervisors }: Facts) => random.pick(supervisors);
const search = (q: string, token: string) => get(`/api/nino?limit=${PAGE}&q=${encodeURIComponent(q)}`, token);
const letters = (random: Random) => `${random.pick([...'aeioumrst'])}${random.pick([...'aeioumrst'])}`;

const signin: Job = {
  title: 'sign in',
  limits: BARE,
  calls: (random, { accounts }) => [{ method: 'POST', path: '/api/auth/signin', body: random.pick(accounts) }],
};

const TOTALS = [
  { title: 'counts', under: '' },
  { title: 'kept total', under: '/kept' },
];

const list: Job = {
  title: 'list, newest 5 and total',
  limits: TOTALS,
  calls: (random, facts) => [get(`/api/nino?limit=${PAGE}`, supervisor(random, facts))],
};

const deep: Job = {
  title: 'list, any page',
  limits: TOTALS,
  calls: (random, facts) => {
    const offset = PAGE * random.whole(0, Math.floor((facts.total - 1) / PAGE));
    return [get(`/api/nino?limit=${PAGE}&offset=${offset}`, supervisor(random, facts))];
  },
};

const own: Job = {
  title: 'list of a brigade',
  calls: (random, { brigades }) => [get(`/api/nino?limit=${PAGE}`, random.pick(brigades))],
};

const surname = (random: Random, facts: Facts) => random.pick(facts.surnames);
const rareSurname = (random: Random, facts: Facts) => random.pick(facts.rare);

/** A search in the list, and the search from anywhere, which finds women too. */
const searches = (title: string, text: (random: Random, facts: Facts) => string): { inList: Job; anywhere: Job } => ({
  inList: {
    title: `search${title}`,
    limits: BARE,
    calls: (random, facts) => [search(text(random, facts), supervisor(random, facts))],
  },
  anywhere: {
    title: `find people${title}`,
    calls: (random, facts) => [
      get(`/api/buscar?q=${encodeURIComponent(text(random, facts))}`, supervisor(random, facts)),
    ],
  },
});
const bySurname = searches(' by surname', surname);
const byRare = searches(', rare surname', rareSurname);
const byLetters = searches(', two letters', letters);

/** Rows of a page that another system reads, and of our own list for comparison. */
const READ_BY_SYSTEMS = 50;

const longPage = (title: string, path: (random: Random, facts: Facts) => string): Job => ({
  title,
  calls: (random, facts) => [get(path(random, facts), random.pick(facts.administrators))],
});
const ofSystem = (by: string, query: (random: Random, facts: Facts) => string) =>
  longPage(
    `FHIR, ${READ_BY_SYSTEMS} Patients${by}`,
    (random, facts) => `/fhir/Patient?_count=${READ_BY_SYSTEMS}${query(random, facts)}`,
  );
const ofPeople = (title: string, query: (random: Random, facts: Facts) => string) =>
  longPage(title, (random, facts) => `/api/nino?limit=${READ_BY_SYSTEMS}${query(random, facts)}`);

const fhir = ofSystem('', () => '');
const fhirByName = ofSystem(' by surname', (random, facts) => `&name=${encodeURIComponent(surname(random, facts))}`);
const fhirByBirth = ofSystem(' by birth date', () => '&birthdate=ge2020-01-01');
const fhirByGender = ofSystem(' by gender', () => '&gender=male');
const longList = ofPeople(`list, newest ${READ_BY_SYSTEMS}`, () => '');
const longSearch = ofPeople(
  `search by surname, ${READ_BY_SYSTEMS} rows`,
  (random, facts) => `&q=${encodeURIComponent(surname(random, facts))}`,
);

const page: Job = {
  title: 'child page',
  limits: BARE,
  calls: (random, facts) => {
    const [id, token] = [random.pick(facts.children), supervisor(random, facts)];
    return [
      get(`/api/nino/${id}`, token),
      get(`/api/control?ninoId=${id}`, token),
      get(`/api/vacuna?ninoId=${id}`, token),
    ];
  },
};

const booklet: Job = {
  title: 'child page in one call',
  limits: BARE,
  calls: (random, facts) => [get(`/api/nino/${random.pick(facts.children)}/libreta`, supervisor(random, facts))],
};

const save: Job = {
  title: 'save a control',
  limits: [
    { title: 'bare', under: '' },
    { title: 'same promises', under: '/promises' },
  ],
  calls: (random, facts) => {
    const measured = {
      peso: random.whole(700, 1_000) / 100,
      longitud: random.whole(700, 780) / 10,
      fecha: facts.today,
    };
    // The id is not seeded: a database that is reused already has the ids of the run before.
    const body = { ...RECORDS.control.example, ...measured, ninoId: random.pick(facts.children), _id: randomUUID() };
    return [{ method: 'POST', path: '/api/control', token: supervisor(random, facts), body }];
  },
};

export const DAILY = {
  signin,
  list,
  deep,
  own,
  search: bySurname.inList,
  rare: byRare.inList,
  short: byLetters.inList,
  find: bySurname.anywhere,
  findrare: byRare.anywhere,
  findshort: byLetters.anywhere,
  page,
  booklet,
  save,
  longlist: longList,
  fhir,
  longsearch: longSearch,
  fhirname: fhirByName,
  fhirbirth: fhirByBirth,
  fhirgender: fhirByGender,
};
