import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '#web/lib/session.ts';
import { lazyPart } from '#web/ui/page/lazy-part.tsx';
import { LoginScreen } from './login-screen.tsx';

const route = getRouteApi('/q/$token');

/** It also needs the query client. */
const OpenedCode = lazyPart(async () => {
  const [opened] = await Promise.all([import('#web/records/scan/opened-code.tsx'), import('#web/lib/query-client.ts')]);
  return opened;
});

/** /q/$token, the address on a printed booklet. Visitors sign in here, so that the address is kept and no other can take its place. */
export function CodeScreen() {
  const { token } = route.useParams();
  return useSession() ? <OpenedCode code={token} /> : <LoginScreen />;
}
