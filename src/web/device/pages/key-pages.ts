import type { OpenVault } from '#web/device/shown/open-vault.ts';
import { KEY_WORKER } from '#web/lib/key-worker.ts';
import type { KeyMessage } from './key-messages.ts';
import { onPageMessage, postToPages } from './pages.ts';

/** There may be no other tab, so the wait is short; `listen` in door.ts still accepts a later answer. */
const PAGES_WITHIN_MS = 700;
const WORKER_WITHIN_MS = 5_000;

/** A scope of its own: the application's worker is ready only after everything was downloaded. */
const SCOPE = '/llaves/';

const tellWorker = (to: ServiceWorker | null | undefined, message: KeyMessage, ports: MessagePort[] = []): boolean => {
  to?.postMessage(message, ports);
  return Boolean(to);
};

export function createKeyWorker() {
  let worker: ServiceWorker | null = null;
  return {
    async ready(): Promise<void> {
      const { serviceWorker } = navigator;
      if (!serviceWorker) return;
      // Registration fails in a private window or where the user blocks storage: a reload then asks for the password.
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
    const stop = onPageMessage((message) => {
      if (message.type !== 'give' || message.vault.usuario !== usuario) return;
      stop();
      answer(message.vault);
    });
    setTimeout(stop, PAGES_WITHIN_MS);
    postToPages({ type: 'ask', usuario });
  });

export async function vaultFromOtherPage(usuario: string): Promise<OpenVault | null> {
  const pages = fromPages(usuario);
  return (await fromWorker(usuario)) ?? pages;
}
