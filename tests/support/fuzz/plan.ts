import fc from 'fast-check';
import { acceptedBodies } from './bodies.ts';
import type { Described } from './document.ts';
import { ROLES, type Role } from './marks.ts';
import { type FuzzRequest, requestsTo, usualRequest } from './requests.ts';

const MS_FOR_SMALLER = 15_000;

/** A planned request and how to reproduce it. */
export interface Planned {
  readonly request: FuzzRequest;
  readonly values: fc.Arbitrary<FuzzRequest>;
  readonly seed: number;
  /** Index of the value generated from the seed. */
  readonly index: number;
}

/** Relative frequency of a role; refused roles need fewer requests. */
const OF_ROLE: Record<Role, number> = {
  nobody: 0.5,
  user: 0.4,
  brigadeOne: 1.2,
  brigadeTwo: 1.2,
  supervisor: 1,
  administrator: 1.4,
};

/** Relative frequency of a call. Password hashing, exports and imports are slow, and so is the journal, which grows with each request. */
function ofCall(name: string): number {
  if (/auth\/sign(in|up)|perfil\/password|codigos|POST \/api\/users/.test(name)) return 0.2;
  if (/auditoria(\/exportar|$)/.test(name)) return 0.3;
  return /exportar|reportes|importaciones/.test(name) ? 0.6 : 1;
}

/** Requests for every call and role, at least one usual and one random each, in an order determined by the seed. */
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

/** Shrinks a failing request if possible. */
export async function shrinkRequest(
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
