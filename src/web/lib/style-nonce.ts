import { setNonce } from 'get-nonce';

export const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// For the library that stops the page from scrolling behind a dialog.
setNonce(styleNonce());
