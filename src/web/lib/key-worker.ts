export const KEY_WORKER = '/llaves.js';
