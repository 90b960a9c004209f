import type { CallInput } from '#domain/calls/define-call.ts';
import { ROUTES } from '#domain/calls/routes.ts';
import type { Session, signin as signingIn } from '#domain/calls/session.ts';
import { callRoute } from '#web/lib/call-route.ts';
import { setSession } from '#web/lib/session.ts';

export type SigninBody = CallInput<typeof signingIn>['body'];

/** Recovery codes, shown once before the session begins. */
export interface CodesToKeep {
  readonly codes: readonly string[];
  readonly enter: () => Promise<void>;
}

/** What a device does with a sign-in that the server accepted. */
export interface SigninSteps {
  /** Before the session is stored. */
  readonly accepted: (session: Session) => Promise<unknown>;
  /** Once the session has begun. */
  readonly entered: (session: Session) => void;
}

/** Signs in and stores the session, except recovery codes. */
export async function signInAndStore(
  credentials: SigninBody,
  { accepted, entered }: SigninSteps,
): Promise<CodesToKeep | null> {
  const answer = await callRoute<typeof signingIn>(ROUTES.signin, { body: credentials }, { token: null });
  const { codigosRecuperacion: codes, ...session } = answer;
  const enter = async () => {
    if (!session.accessToken) return;
    await accepted(session);
    setSession(session);
    entered(session);
  };
  if (codes) return { codes, enter };
  await enter();
  return null;
}
