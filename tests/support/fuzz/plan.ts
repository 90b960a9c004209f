import fc from 'fast-check';
import { acceptedBodies } from './bodies.ts';
import type { Described } from './document.ts';
import { ROLES, type Role } from './marks.ts';
import { type FuzzRequest, requestsTo, usualRequest } from './requests.ts';

const MS_FOR_SMALLER = 15_000;

/** One request of a plan, and how it came about. */
export interface Planned {
  readonly request: FuzzRequest;
  readonly values: fc.Arbitrary<FuzzRequest>;
  readonly seed: number;
  /** Which of the values that follow from the seed. */
  readonly index: number;
}

/** How often a role asks beside others: who is not let in at once learns little. */
const OF_ROLE: Record<Role, number> = {
  nobody: 0.5,
  user: 0.4,
  brigadeOne: 1.2,
  brigadeTwo: 1.2,
  supervisor: 1,
  administrator: 1.4,
};

/** And a call: what hashes passwords or writes files takes long, and the journal, of which each request makes more, longer and longer. */
function ofCall(name: string): number {
  if (/auth\/sign(in|up)|perfil\/password|codigos|POST \/api\/users/.test(name)) return 0.2;
  if (/auditoria(\/exportar|$)/.test(name)) return 0.3;
  return /exportar|reportes/.test(name) ? 0.6 : 1;
}

/** Every call as every role, at least once as it is meant and once at random, so many times in all, in an order that is the seed's too. */
export function planOf(calls: readonly Described[], total: number, seed: number): Planned[] {
  const bodies = acceptedBodies();
  const pairs = calls.flatMap((call) =>
    ROLES.map((role) => ({ call, role, weight: ofCall(call.name) * OF_ROLE[role] })),
  );
  const sum = pairs.reduce((all, { weight }) => all + weight, 0);
  const planned = pairs.flatMap(({ call, role, weight }, pair) => {
    const values = requestsTo(call, role, bodies.get(call.name));
    const own = seed + pair;
    const requests = fc.sample(values, { seed: own, numRuns: Math.ceil((total * weight) / sum) });
    const usual = usualRequest(call, role, bodies.get(call.name));
    return [
      { request: usual, values: fc.constant(usual), seed: own, index: 0 },
      ...requests.map((request, index) => ({ request, values, seed: own, index })),
    ];
  });
  const every = fc.shuffledSubarray([...planned.keys()], { minLength: planned.length });
  const [order = []] = fc.sample(every, { seed, numRuns: 1 });
  return order.map((at) => planned[at] as Planned);
}

/** A request with the same fault in fewer words, where there is one. */
export async function smaller(
  { values, seed, index, request }: Planned,
  isWrong: (request: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  const property = fc.asyncProperty(values, async (one) => !(await isWrong(one)));
  const { counterexample } = await fc.check(property, {
    seed,
    path: String(index),
    numRuns: 1,
    interruptAfterTimeLimit: MS_FOR_SMALLER,
  });
  return counterexample?.[0] ?? request;
}
