import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  INITIAL_VAULT_STATE,
  keysAgainMs,
  mayUseKeys,
  noVaultReason,
  stepVault,
  type VaultEffect,
  type VaultEvent,
  type VaultState,
} from './vault.ts';

const [ROSA, LUIS] = ['rosa', 'luis'];

/** The state after these events, and all effects in order. */
function stateAfter(events: readonly VaultEvent[], from: VaultState = INITIAL_VAULT_STATE) {
  let state = from;
  const effects: VaultEffect[] = [];
  for (const event of events) {
    const step = stepVault(state, event);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}
const last = (events: readonly VaultEvent[], event: VaultEvent) => stepVault(stateAfter(events).state, event);

const signsIn = (account: string | null, marked = false): VaultEvent => ({ is: 'session', account, marked });
const looked = (part: Partial<Extract<VaultEvent, { is: 'looked' }>> = {}): VaultEvent => ({
  ...{ is: 'looked', account: ROSA, hasVault: true, waits: false, reachable: true, signedIn: false },
  ...part,
});
const took = (turn: number, account = ROSA): VaultEvent => ({ is: 'took', account, vault: `of ${account}`, turn });

const OPEN = [signsIn(ROSA), took(1)];
const CLOSED = [signsIn(ROSA), looked()];

describe('the keys', () => {
  // proves V1
  it.each([LUIS, null])('are forgotten first after a change of account: %s', (next) => {
    const { state, effects } = last(OPEN, signsIn(next));
    expect(state).toMatchObject({ account: next, vault: null, prompt: null });
    expect(effects.slice(0, 2)).toEqual(['letGo', 'forgetDrafts']);
    expect(effects.includes('takeBack')).toBe(next !== null);
  });

  // proves V1
  it('stay if the same account has a newer session, which is sealed', () => {
    const before = stateAfter(OPEN).state;
    expect(stepVault(before, signsIn(ROSA))).toEqual({ state: before, effects: ['keepSession'] });
    expect(last(CLOSED, signsIn(ROSA)).effects).toEqual([]);
  });

  // proves V2
  it.each([
    [true, ['holdDrafts', 'takeBack']],
    [false, ['takeBack']],
  ])('are requested, and none forgotten, when a page starts (marked: %s)', (marked, effects) => {
    expect(stepVault(INITIAL_VAULT_STATE, { is: 'begins', account: ROSA, marked, locked: false })).toMatchObject({
      ...{ state: { prompt: null }, effects },
    });
  });

  // proves V3
  it('are ignored if they were requested before a lock or for another account', () => {
    const open = stateAfter(OPEN).state;
    const locked = stepVault(open, { is: 'locked', account: ROSA }).state;
    expect(mayUseKeys(locked, ROSA, open.turn)).toBe(false);
    expect(stepVault(locked, took(open.turn))).toEqual({ state: locked, effects: [] });
    expect(stepVault(locked, took(locked.turn)).state).toMatchObject({ is: 'open', prompt: null });
    const other = stepVault(open, signsIn(LUIS)).state;
    expect(stepVault(other, took(open.turn)).state).toEqual(other);
    expect(stepVault(other, took(other.turn)).state).toEqual(other);
    const again = stepVault(stepVault(open, signsIn(null)).state, signsIn(ROSA)).state;
    expect(stepVault(again, took(open.turn)).state).toEqual(again);
    // Another page is locked while this one is still opening the vault.
    const opening = stateAfter([signsIn(ROSA)]).state;
    expect(mayUseKeys(stepVault(opening, { is: 'locked', account: ROSA }).state, ROSA, opening.turn)).toBe(false);
    expect(mayUseKeys(stepVault(opening, { is: 'locked', account: LUIS }).state, ROSA, opening.turn)).toBe(true);
  });
});

describe('a locked page', () => {
  // proves V4
  it.each([
    [{ is: 'idle' } as const, ['keepLock', 'tellLocked', 'cover']],
    [{ is: 'locked', account: ROSA } as const, ['keepLock', 'cover']],
  ])('covers the screen and then forgets the keys: %o', (event, effects) => {
    const covering = last(OPEN, event);
    expect(covering).toMatchObject({ state: { is: 'open', prompt: 'locked' }, effects });
    const { turn } = covering.state;
    expect(stepVault(covering.state, { is: 'covered', turn })).toMatchObject({
      ...{ state: { is: 'closed', vault: null, prompt: 'locked' }, effects: ['letGo', 'holdDrafts', 'forgetLoaded'] },
    });
    // The account changed before the screen was covered.
    const other = stepVault(covering.state, signsIn(LUIS)).state;
    expect(stepVault(other, { is: 'covered', turn })).toEqual({ state: other, effects: [] });
  });

  // proves V4
  it.each([
    [{ is: 'idle' } as const, ['keepLock', 'tellLocked', 'cover']],
    [{ is: 'locked', account: ROSA } as const, ['keepLock', 'cover']],
  ])('covers the screen also if its vault is closed: %o', (event, effects) => {
    const covering = last(CLOSED, event);
    expect(covering).toMatchObject({ state: { is: 'closed', prompt: 'locked' }, effects });
    const { state } = covering;
    expect(stepVault(state, { is: 'covered', turn: state.turn })).toEqual({ state, effects: ['forgetLoaded'] });
    expect(stepVault(state, { is: 'covered', turn: state.turn - 1 }).effects).toEqual([]);
    // The idle time is reported again every few seconds.
    expect(stepVault(state, { is: 'idle' })).toEqual({ state, effects: ['keepLock'] });
  });

  // proves V4
  it('needs a vault of the same account', () => {
    const none = [signsIn(ROSA), looked({ hasVault: false })];
    expect(last(none, { is: 'idle' })).toEqual({ state: stateAfter(none).state, effects: [] });
    expect(last([signsIn(ROSA)], { is: 'idle' }).effects).toEqual([]);
    expect(last(none, { is: 'locked', account: ROSA })).toMatchObject({ state: { prompt: null }, effects: [] });
    for (const events of [OPEN, CLOSED])
      expect(last(events, { is: 'locked', account: LUIS })).toEqual({ state: stateAfter(events).state, effects: [] });
  });

  // proves V5
  it('is locked from its start if the page before it was, unless the account has no vault', () => {
    const begins: VaultEvent = { is: 'begins', account: ROSA, marked: true, locked: true };
    const { state, effects } = stateAfter([begins]);
    expect([state.is, state.prompt, effects]).toEqual(['unknown', 'locked', ['holdDrafts', 'takeBack']]);
    for (const event of [looked(), looked({ waits: true }), looked({ reachable: false })])
      expect(stepVault(state, event)).toMatchObject({
        ...{ state: { is: 'closed', prompt: 'locked' }, effects: ['holdDrafts'] },
      });
    expect(stepVault(state, looked({ hasVault: false }))).toMatchObject({
      ...{ state: { is: 'none', prompt: null }, effects: ['plainDrafts', 'liftLock'] },
    });
  });

  // proves V5
  it('ends the lock of the pages after it where it is uncovered', () => {
    const covered = stateAfter([...OPEN, { is: 'idle' }, { is: 'covered', turn: 2 }]).state;
    for (const event of [took(2), { is: 'givesUp' }, signsIn(LUIS), signsIn(null)] as const)
      expect(stepVault(covered, event).effects).toContain('liftLock');
    expect(stepVault(covered, signsIn(ROSA)).effects).toEqual([]);
    expect(last([...CLOSED, { is: 'wants' }], { is: 'givesUp' }).effects).toEqual([]);
  });

  // proves V5
  it('is only uncovered by the keys, or by giving up', () => {
    const covered = stateAfter([...OPEN, { is: 'tries' }, { is: 'idle' }, { is: 'covered', turn: 2 }]).state;
    expect(covered).toMatchObject({ is: 'closed', prompt: 'locked', turn: 2 });
    for (const event of [
      { is: 'ended', turn: 1 },
      { is: 'ended', turn: 2 },
      looked(),
      looked({ hasVault: false }),
      { is: 'serverGone' },
      { is: 'wants' },
      { is: 'keeps' },
      { is: 'idle' },
      signsIn(ROSA),
    ] as const)
      expect(stepVault(covered, event).state.prompt).toBe('locked');
    expect(stepVault(covered, took(2)).state.prompt).toBeNull();
    expect(stepVault(covered, { is: 'givesUp' }).state).toMatchObject({ is: 'closed', prompt: null });
  });
});

describe('the password prompt', () => {
  // proves V6
  it.each([
    ['opens while the server is away', looked({ reachable: false }), 'offline'],
    ['opens if operations are pending', looked({ waits: true }), 'waiting'],
    ['can wait after a sign-in', looked({ waits: true, signedIn: true }), 'wanted'],
    ['stays closed if neither is so', looked(), null],
    ['stays closed without a vault', looked({ hasVault: false, reachable: false }), null],
  ])('%s', (_, event, prompt) => {
    expect(last([signsIn(ROSA)], event).state.prompt).toBe(prompt);
  });

  // proves V6
  it('opens when the server goes away or the user asks for it, and only once', () => {
    expect(last(CLOSED, { is: 'serverGone' }).state.prompt).toBe('offline');
    expect(last(CLOSED, { is: 'wants' }).state.prompt).toBe('wanted');
    expect(stateAfter([...CLOSED, { is: 'wants' }, { is: 'serverGone' }]).state.prompt).toBe('wanted');
    for (const events of [OPEN, [signsIn(null)]])
      for (const is of ['serverGone', 'wants'] as const) expect(last(events, { is }).state.prompt).toBeNull();
    expect(stateAfter([...CLOSED, { is: 'wants' }, { is: 'givesUp' }]).state.prompt).toBeNull();
  });

  // proves V6, V10
  it('asks for the password of a missing vault only if the user wants it, and not during a sign-in', () => {
    const missing = [signsIn(ROSA), looked({ hasVault: false })];
    expect(noVaultReason(stateAfter([signsIn(ROSA)]).state)).toBeNull();
    expect(noVaultReason(stateAfter([signsIn(ROSA), { is: 'tries' }, looked({ hasVault: false })]).state)).toBeNull();
    expect(noVaultReason(stateAfter(missing).state)).toBe('missing');
    expect(last(missing, { is: 'wants' }).state.prompt).toBe('missing');
    expect(last(missing, { is: 'serverGone' }).state.prompt).toBeNull();
    const unable = stateAfter([...missing, { is: 'keepsNone', why: 'off' }]).state;
    expect([noVaultReason(unable), stepVault(unable, { is: 'wants' }).state.prompt]).toEqual(['off', null]);
    const made = stateAfter([...missing, { is: 'wants' }, { is: 'tries' }, took(1), { is: 'ended', turn: 1 }]).state;
    expect([noVaultReason(made), made.is, made.prompt]).toEqual([null, 'open', null]);
    expect(noVaultReason(last(missing, signsIn(null)).state)).toBeNull();
  });

  // proves V6, V8
  it('stays closed during a sign-in, and closes after it', () => {
    const opening = stateAfter([signsIn(ROSA), { is: 'tries' }]).state;
    expect(stepVault(opening, looked({ reachable: false }))).toEqual({ state: opening, effects: [] });
    const after = stateAfter([...CLOSED, { is: 'wants' }, { is: 'tries' }, { is: 'ended', turn: 1 }]).state;
    expect([after.prompt, after.openings]).toEqual([null, 0]);
  });
});

describe('the answer of the disk', () => {
  // proves V7
  it.each([
    [true, 'closed', ['holdDrafts']],
    [false, 'none', ['plainDrafts']],
  ] as const)('decides whether there is a vault (%s) and what happens to drafts', (hasVault, is, effects) => {
    expect(last([signsIn(ROSA)], looked({ hasVault }))).toMatchObject({ state: { is }, effects });
  });

  // proves V8
  it('is ignored after a change of account or once the vault is open', () => {
    expect(last([signsIn(LUIS)], looked({ hasVault: false })).effects).toEqual([]);
    expect(last(OPEN, looked({ hasVault: false }))).toMatchObject({ state: { is: 'open' }, effects: [] });
  });
});

// proves V9
it('a removed vault that was open is closed, and a wiped account is signed out', () => {
  expect(last(OPEN, { is: 'gone', vaults: ['another'] }).effects).toEqual([]);
  const closed = stateAfter(CLOSED).state;
  expect(stepVault(closed, { is: 'gone', vaults: ['of rosa'] })).toEqual({ state: closed, effects: [] });
  const locked = stateAfter([...OPEN, { is: 'idle' }, { is: 'covered', turn: 2 }]).state;
  expect(stepVault(locked, { is: 'gone', vaults: ['of rosa'] })).toEqual({ state: locked, effects: [] });
  expect(last(OPEN, { is: 'gone', vaults: ['another', 'of rosa'] })).toMatchObject({
    ...{ state: { is: 'none', vault: null }, effects: ['letGo', 'forgetDrafts', 'forgetLoaded'] },
  });
  expect(last(OPEN, { is: 'wiped', accounts: [LUIS] })).toMatchObject({ state: { wiped: false }, effects: [] });
  expect(last(OPEN, { is: 'wiped', accounts: [LUIS, ROSA] })).toMatchObject({
    ...{ state: { wiped: true }, effects: ['forgetLoaded', 'signOut'] },
  });
  expect(last([signsIn(null)], { is: 'wiped', accounts: [ROSA] }).effects).toEqual([]);
});

// proves V10
it('a page that cannot store anything shows the reason until it can', () => {
  const none = last([signsIn(ROSA)], { is: 'keepsNone', why: 'blocked' }).state;
  expect([
    none.noStorage,
    stepVault(none, { is: 'keeps' }).state.noStorage,
    stepVault(none, took(1)).state.noStorage,
  ]).toEqual(['blocked', null, null]);
});

const account = fc.constantFrom(ROSA, LUIS);
/** The number of turns since the event began. */
const turn = fc.constantFrom(0, 0, 0, 1, 2);
const eventOf: fc.Arbitrary<VaultEvent> = fc.oneof(
  fc.record({ is: fc.constant('session' as const), account: fc.option(account), marked: fc.boolean() }),
  fc.constantFrom<VaultEvent>(
    ...([
      { is: 'tries' },
      { is: 'idle' },
      { is: 'serverGone' },
      { is: 'wants' },
      { is: 'givesUp' },
      { is: 'keeps' },
    ] as const),
  ),
  fc.record({ is: fc.constant('ended' as const), turn }),
  fc.record({
    ...{
      is: fc.constant('looked' as const),
      account,
      hasVault: fc.boolean(),
      waits: fc.boolean(),
      signedIn: fc.boolean(),
      reachable: fc.boolean(),
    },
  }),
  fc.record({ is: fc.constant('took' as const), account, vault: fc.constant(''), turn }),
  fc.record({ is: fc.constant('locked' as const), account }),
  fc.record({ is: fc.constant('covered' as const), turn }),
  fc.record({
    is: fc.constant('gone' as const),
    vaults: fc.array(fc.constantFrom('of rosa', 'of luis'), { maxLength: 2 }),
  }),
  fc.record({ is: fc.constant('wiped' as const), accounts: fc.array(account, { maxLength: 2 }) }),
);

/** `killed`: the page dies after this many effects of the next event, and a new page starts. */
const moveOf = fc.oneof(
  { weight: 15, arbitrary: eventOf },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('killed' as const), effects: fc.nat(3) }) },
);

/** The effects on drafts, as the engine applies them. */
const DRAFTS: Partial<Record<VaultEffect, 'held' | 'plain' | 'none'>> = {
  ...{ holdDrafts: 'held', plainDrafts: 'plain', forgetDrafts: 'none' },
};

/** A device with one page after another. */
class World {
  state = INITIAL_VAULT_STATE;
  keys: string | null = null;
  drafts: 'held' | 'plain' | 'none' | 'sealed' = 'none';
  tries = 0;
  /** Survives a page: the stored session, the vaults, and whether there ever was a vault. */
  stored: string | null = null;
  readonly vaults = new Set<string>();
  marked = false;
  /** The account whose pages start locked. */
  lock: string | null = null;
  readonly seen = { opened: 0, locked: 0, closed: 0, begun: 0, begunLocked: 0 };

  /** Makes an event consistent with the device; null if it is impossible here. */
  drawn(event: VaultEvent): VaultEvent | null {
    if (event.is === 'ended' && this.tries === 0) return null;
    if (event.is === 'session') return { ...event, marked: this.marked };
    if (event.is === 'looked') return { ...event, hasVault: this.vaults.has(event.account) };
    if (event.is === 'took') return { ...event, vault: `of ${event.account}`, turn: this.state.turn - event.turn };
    if ('turn' in event) return { ...event, turn: this.state.turn - event.turn };
    return event;
  }

  /** The state of the device changes before the page receives the event. */
  private happens(event: VaultEvent): void {
    if (event.is === 'session') this.stored = event.account;
    if (event.is === 'gone') for (const one of event.vaults) this.vaults.delete(one.replace('of ', ''));
    if (event.is === 'tries') this.tries += 1;
    if (event.is === 'ended') this.tries -= 1;
  }

  step(event: VaultEvent, effects = Number.POSITIVE_INFINITY): void {
    this.happens(event);
    const before = this.state;
    const step = stepVault(before, event);
    this.state = step.state;
    for (const effect of step.effects.slice(0, effects)) {
      if (effect === 'letGo') this.keys = null;
      if (effect === 'signOut') this.stored = null;
      if (effect === 'keepLock') this.lock = this.state.account;
      if (effect === 'liftLock') this.lock = null;
      this.drafts = DRAFTS[effect] ?? this.drafts;
    }
    if (event.is === 'took' && mayUseKeys(before, event.account, event.turn)) {
      this.keys = event.account;
      this.drafts = 'sealed';
      this.marked = true;
      this.vaults.add(event.account);
    }
    if (effects < step.effects.length) return;
    this.check(before, event, step.effects);
  }

  /** Starts a new page; of the old one only the stored data is left. */
  beginAnew(): void {
    Object.assign(this, { state: INITIAL_VAULT_STATE, keys: null, drafts: 'none', tries: 0 });
    if (this.stored === null) return;
    this.seen.begun += 1;
    const locked = this.lock === this.stored;
    this.seen.begunLocked += Number(locked);
    this.step({ is: 'begins', account: this.stored, marked: this.marked, locked });
  }

  private check(before: VaultState, event: VaultEvent, effects: readonly VaultEffect[]): void {
    const { state, keys, drafts, seen } = this;
    seen.opened += Number(before.is !== 'open' && state.is === 'open');
    seen.locked += Number(before.prompt !== 'locked' && state.prompt === 'locked');
    seen.closed += Number(state.is === 'closed');
    expect(state.openings).toBe(this.tries);
    expect(keys === null || keys === state.account).toBe(true);
    expect(state.is === 'open').toBe(keys !== null);
    expect(state.vault !== null).toBe(keys !== null);
    if (state.account === null) expect([state.is, state.prompt]).toEqual(['none', null]);
    // A covered screen is only uncovered by keys, another account or giving up.
    if (before.prompt === 'locked' && state.prompt !== 'locked')
      expect(
        event.is === 'took' ||
          event.is === 'givesUp' ||
          state.account !== before.account ||
          (before.is === 'unknown' && state.is === 'none'),
      ).toBe(true);
    // The next page is locked exactly if this one is.
    if (state.is === 'open' || state.is === 'closed')
      expect(this.lock === state.account).toBe(state.prompt === 'locked');
    if (state.is === 'closed') expect(drafts).toBe('held');
    if (state.is === 'open') expect(drafts).toBe('sealed');
    // Drafts of an account with a vault are never stored unsealed.
    if (state.account !== null && this.vaults.has(state.account)) expect(['held', 'sealed']).toContain(drafts);
    if (effects.includes('forgetLoaded') && event.is !== 'wiped') expect(keys).toBeNull();
  }
}

// proves V1, V2, V4, V5, V7, V9
it('for any order of events and any kill of the page, no account gets the keys of another and no draft is stored unsealed beside a vault', () => {
  const seen: World['seen'][] = [];
  fc.assert(
    fc.property(fc.array(moveOf, { maxLength: 60, size: 'max' }), (moves) => {
      const world = new World();
      let effects: number | undefined;
      for (const move of moves) {
        if (move.is === 'killed') {
          effects = move.effects;
          continue;
        }
        const event = world.drawn(move);
        if (!event) continue;
        world.step(event, effects);
        if (effects !== undefined) world.beginAnew();
        effects = undefined;
      }
      seen.push(world.seen);
    }),
    { numRuns: 1_500 },
  );
  // Guards against walks that never reach these states.
  for (const what of ['opened', 'locked', 'closed', 'begun', 'begunLocked'] as const)
    expect(seen.reduce((sum, one) => sum + one[what], 0)).toBeGreaterThan(100);
});

// proves V20
it('keys that the server did not give are requested again after growing pauses, and not after a refusal', () => {
  const seconds = (failures: number, askedMs = Number.NaN, luck = 0.5) =>
    (keysAgainMs('silence', failures, askedMs, luck) ?? Number.NaN) / 1_000;
  expect([1, 2, 3, 9].map((failures) => seconds(failures))).toEqual([5, 10, 20, 300]);
  expect([seconds(1, 60_000), seconds(9, 1_000)]).toEqual([60, 300]);
  expect([seconds(1, 0, 0), Math.round(seconds(1, 0, 1) * 10)]).toEqual([3.5, 65]);
  for (const failure of ['busy', 'fault', 'unable', 'tooOften'] as const)
    expect(keysAgainMs(failure, 1, 0, 0.5)).toBe(5_000);
  for (const failure of ['session', 'role', 'refused', null] as const)
    expect(keysAgainMs(failure, 1, 0, 0.5)).toBeNull();
});
