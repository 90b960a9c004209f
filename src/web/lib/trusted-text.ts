import { KEY_WORKER } from '#web/lib/key-worker.ts';

/** What an installed application is kept by. */
export const WORKER = '/sw.js';
/** What makes keys of passwords, and what keeps booklets, as the build names them. */
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

// The page's policy asks here before a text becomes markup or code. Styles that Mantine writes have no markup, and what a
// DOMParser reads is no part of the page; four files are named as code, two service workers and two that work beside the page; nothing else passes.
trustedTypes?.createPolicy('default', {
  createHTML: (text, _type, sink) => (!text.includes('<') || sink.startsWith('DOMParser') ? text : null),
  createScriptURL: (url) => (url === WORKER || url === KEY_WORKER || OURS.test(url) ? url : null),
});
