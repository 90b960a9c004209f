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

const surname: Job = {
  title: 'search by surname',
  limits: BARE,
  calls: (random, facts) => [search(random.pick(facts.surnames), supervisor(random, facts))],
};

const rare: Job = {
  title: 'search, rare surname',
  limits: BARE,
  calls: (random, facts) => [search(random.pick(facts.rare), supervisor(random, facts))],
};

const short: Job = {
  title: 'search, two letters',
  limits: BARE,
  calls: (random, facts) => [search(letters(random), supervisor(random, facts))],
};

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

export const DAILY = { signin, list, deep, own, search: surname, rare, short, page, save };
