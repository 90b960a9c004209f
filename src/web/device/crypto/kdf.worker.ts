import { type KdfAnswer, type KdfTask, keyFromPassword } from './argon.ts';

declare const self: {
  addEventListener(type: 'message', listener: (event: { data: KdfTask }) => void): void;
  postMessage(answer: KdfAnswer): void;
};

// Apart from the page, which goes on meanwhile, and where alone the policy lets WebAssembly run.
self.addEventListener('message', ({ data: { password, parameters } }) => {
  keyFromPassword(password, parameters).then(
    (key) => self.postMessage({ key }),
    () => self.postMessage({ key: null }),
  );
});
