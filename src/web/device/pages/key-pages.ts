import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { KEY_WORKER } from '#web/lib/key-worker.ts';
import type { KeyMessage } from './key-messages.ts';
import { onPages, tellPages } from './pages.ts';

/** Another tab may not be there at all; one that answers later still is heard. */
const PAGES_WITHIN_MS = 700;
/** The worker is asked only where it is there, and always answers: a slow device takes so long to wake it. */
const WORKER_WITHIN_MS = 5_000;

/** Its own small worker, of no page: the one that keeps the application is there only once all of that has come down. */
const SCOPE = '/llaves/';

const tellWorker = (to: ServiceWorker | null | undefined, message: KeyMessage, ports: MessagePort[] = []): boolean => {
  to?.postMessage(message, ports);
  return Boolean(to);
};

/** The worker for keys, as one page has it. */
export function createKeyWorker() {
  let worker: ServiceWorker | null = null;
  return {
    /** Has it ready for the moment in which this page goes away, when nothing can be waited for any more. */
    async ready(): Promise<void> {
      const { serviceWorker } = navigator;
      if (!serviceWorker) return;
      // A browser may keep nothing, in a private window or by its owner's wish: then a reload asks for the password.
      const registration = await serviceWorker.register(KEY_WORKER, { scope: SCOPE }).catch(() => null);
      worker = registration?.active ?? registration?.waiting ?? registration?.installing ?? null;
      registration?.addEventListener('updatefound', () => {
        worker = registration.installing ?? worker;
      });
    },
    keep: (vault: OpenVault): boolean => tellWorker(worker, { type: 'KEEP_KEYS', vault }),
    forget: (): boolean => tellWorker(worker, { type: 'FORGET_KEYS' }),
  };
}

/** Whatever `begin` promises to call, or null after so long. */
const within = (ms: number, begin: (answer: (vault: OpenVault | null) => void) => void): Promise<OpenVault | null> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(null), ms);
    begin(resolve);
  });

const fromWorker = (usuario: string) =>
  within(WORKER_WITHIN_MS, (answer) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<OpenVault | null>) => {
      port1.close();
      answer(data);
    };
    const { serviceWorker } = navigator;
    void Promise.resolve(serviceWorker?.getRegistration(SCOPE))
      .catch(() => null)
      .then((registration) => {
        if (!tellWorker(registration?.active, { type: 'GIVE_KEYS', usuario }, [port2])) answer(null);
      });
  });

const fromPages = (usuario: string) =>
  within(PAGES_WITHIN_MS, (answer) => {
    const stop = onPages((told) => {
      if (told.type !== 'give' || told.vault.usuario !== usuario) return;
      stop();
      answer(told.vault);
    });
    setTimeout(stop, PAGES_WITHIN_MS);
    tellPages({ type: 'ask', usuario });
  });

/** The open vault of this person as the page before this one, or one in another tab, has it. */
export async function vaultFromElsewhere(usuario: string): Promise<OpenVault | null> {
  const pages = fromPages(usuario);
  return (await fromWorker(usuario)) ?? pages;
}
