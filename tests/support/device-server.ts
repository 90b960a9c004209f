import { deviceContact, deviceKey, renewByTicket } from '#domain/calls/devices.ts';
import type { Session } from '#domain/calls/session.ts';
import { AppError } from '#domain/errors.ts';
import { toText } from '#web/device/crypto/bytes.ts';
import { answering, type Fake, NoConnection } from './answering.ts';

const bytes32 = () => toText(crypto.getRandomValues(new Uint8Array(32)));

/** The device calls of a server with one signed-in user at a time. */
export function deviceServer() {
  const state = {
    session: null as Session | null,
    dias: 14,
    /** No signal: no request is answered. */
    away: false,
    borrar: [] as string[],
    /** Valid tickets and their sessions. */
    tickets: new Map<string, Session>(),
    /** Called before a key is answered. */
    onKey: (): Promise<unknown> | undefined => undefined,
    /** Called before a ticket is checked. */
    onRenewal: (): Promise<unknown> | undefined => undefined,
  };
  const keys = new Map<string, string>();
  const reached = () => {
    if (state.away) throw new NoConnection('Failed to fetch');
  };
  const newTicket = (session: Session): string => {
    const ficha = bytes32();
    state.tickets.set(ficha, session);
    return ficha;
  };
  const contacts = answering(deviceContact, () => {
    reached();
    return { borrar: state.borrar, dias: state.dias };
  });
  const askedKeys = answering(deviceKey, async ({ body: { equipo } }) => {
    reached();
    await state.onKey();
    const { session } = state;
    if (!session) throw new AppError('unauthenticated');
    const place = `${equipo} ${session._id}`;
    const llave = keys.get(place) ?? bytes32();
    keys.set(place, llave);
    return { llave, ficha: newTicket(session), dias: state.dias };
  });
  const renewals = answering(renewByTicket, async ({ body: { ficha } }) => {
    reached();
    await state.onRenewal();
    const session = state.tickets.get(ficha);
    if (!session) throw new AppError('unauthenticated');
    const renewed = { ...session, accessToken: `renewed-${state.tickets.size}`, message: '' };
    return { ...renewed, ficha: newTicket(renewed), dias: state.dias };
  });
  const fakes: Fake[] = [contacts, askedKeys, renewals];
  return Object.assign(state, { contacts, keys: askedKeys, renewals, fakes });
}
