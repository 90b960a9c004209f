import { setNonce } from 'get-nonce';

/** By which the page's policy knows the style elements that our libraries write; empty where there is no policy. */
export const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// Whatever keeps the page from scrolling behind a dialog asks here.
setNonce(styleNonce());
