import { KEY_WORKER } from '#web/lib/key-worker.ts';

export const WORKER = '/sw.js';
const OURS = /^\/assets\/(kdf|keeper)\.worker-[\w-]{8}\.js$/;

interface TrustedTypes {
  createPolicy(
    name: 'default',
    rules: {
      createHTML(text: string, type: string, sink: string): string | null;
      createScriptURL(url: string): string | null;
    },
  ): void;
}

const { trustedTypes } = window as { trustedTypes?: TrustedTypes };

// Trusted Types allow text without markup, text for a DOMParser (not part of the page), and the URLs of four workers.
trustedTypes?.createPolicy('default', {
  createHTML: (text, _type, sink) => (!text.includes('<') || sink.startsWith('DOMParser') ? text : null),
  createScriptURL: (url) => (url === WORKER || url === KEY_WORKER || OURS.test(url) ? url : null),
});
