import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

type Policy = Readonly<Record<string, string>>;

const written = (policy: Policy) =>
  Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ');

const NOTHING: Policy = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
};

const FILES: Policy = {
  ...NOTHING,
  'script-src': "'self'",
  'script-src-attr': "'none'",
  'style-src': "'self'",
  'font-src': "'self'",
  // Charts are saved as images through data: URLs.
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
};

export const FILE_POLICY = written(FILES);

/** For the only file that runs WebAssembly, in a worker: it derives keys from passwords. */
export const KDF_POLICY = written({ ...FILES, 'script-src': "'self' 'wasm-unsafe-eval'" });

/** Allows inline scripts by hash, style elements of libraries by nonce, and markup from text only through `trusted-text.ts`. */
export const pagePolicy = (nonce: string, scriptHashes: readonly string[]) =>
  written({
    ...FILES,
    'script-src': ["'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)].join(' '),
    'style-src': `'self' 'nonce-${nonce}'`,
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default',
  });

/** Swagger UI writes styles and supports no nonce. */
export const DESCRIPTION_POLICY = written({ ...FILES, 'style-src': "'self' 'unsafe-inline'" });

const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'clipboard-read',
  'clipboard-write',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** For every answer, also without hooks; a page and its files have policies of their own. */
export const SECURITY_HEADERS = {
  // An answer that is no page must do nothing if it is opened as one.
  'Content-Security-Policy': written({ ...NOTHING, sandbox: '' }),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  // Our own screens may ask for the camera, to scan a printed booklet.
  'Permissions-Policy': ['camera=(self)', ...UNUSED_FEATURES.map((feature) => `${feature}=()`)].join(', '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  // For browsers without frame-ancestors.
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
};

const HSTS = 'max-age=31536000; includeSubDomains';

/** Must be registered first, so that every answer carries them. */
export const securityHeadersPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    if (request.protocol === 'https') reply.header('Strict-Transport-Security', HSTS);
    done();
  });
});
