/** The service worker that keeps the keys of a page that is loaded anew. */
export const KEY_WORKER = '/llaves.js';
