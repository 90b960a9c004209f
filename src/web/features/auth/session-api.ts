import type { AnswerOf, AskOf } from '#domain/calls/define-call.ts';
import type { Session, signin as signingIn } from '#domain/calls/session.ts';
import { api } from '#web/lib/api-client.ts';
import { setSession } from '#web/lib/session.ts';

/** By its type alone: the first load need not carry the declaration. */
const SIGN_IN = '/api/auth/signin' satisfies (typeof signingIn)['path'];

export type Credentials = AskOf<typeof signingIn>['body'];

/** Recovery codes that are shown once, before the session begins. */
export interface CodesToKeep {
  readonly codes: readonly string[];
  readonly enter: () => void;
}

/**
 * Signs in and keeps the whole answer, but for recovery codes: those are to be kept anywhere but here.
 * @param onEntered told once the session has begun
 */
export async function signin(
  credentials: Credentials,
  onEntered: (session: Session) => void,
): Promise<CodesToKeep | null> {
  const { body } = await api.request('POST', SIGN_IN, { token: null, body: credentials });
  const { codigosRecuperacion: codes, ...session } = body as AnswerOf<typeof signingIn>;
  const enter = () => {
    if (!session.accessToken) return;
    setSession(session);
    onEntered(session);
  };
  if (codes) return { codes, enter };
  enter();
  return null;
}
