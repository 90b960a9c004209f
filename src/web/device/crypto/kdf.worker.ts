import { type KdfAnswer, type KdfTask, keyFromPassword } from './argon.ts';

declare const self: {
  addEventListener(type: 'message', listener: (event: { data: KdfTask }) => void): void;
  postMessage(answer: KdfAnswer): void;
};

// In a worker so that the page stays responsive, and because the policy allows WebAssembly only here.
self.addEventListener('message', ({ data: { password, parameters } }) => {
  keyFromPassword(password, parameters).then(
    (key) => self.postMessage({ key }),
    () => self.postMessage({ key: null }),
  );
});
