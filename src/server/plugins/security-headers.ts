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

/** What the site's own files may do where they run by themselves: a drawing that is opened, a worker. */
const FILES: Policy = {
  ...NOTHING,
  'script-src': "'self'",
  'script-src-attr': "'none'",
  'style-src': "'self'",
  'font-src': "'self'",
  // Charts become pictures by way of data addresses.
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
};

export const FILE_POLICY = written(FILES);

/** The one file that runs WebAssembly, in a worker of its own: it makes keys of passwords. */
export const KDF_POLICY = written({ ...FILES, 'script-src': "'self' 'wasm-unsafe-eval'" });

/** The page: what a file may, what stands in it and the style elements that our libraries write, and text that becomes markup only by `trusted-text.ts`. */
export const pagePolicy = (nonce: string, scriptHashes: readonly string[]) =>
  written({
    ...FILES,
    'script-src': ["'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)].join(' '),
    'style-src': `'self' 'nonce-${nonce}'`,
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default',
  });

/** The description of the API: Swagger UI writes styles and knows no nonce. */
export const DESCRIPTION_POLICY = written({ ...FILES, 'style-src': "'self' 'unsafe-inline'" });

/** Features of a browser that the application does not use, for itself and for whatever might be framed in it. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
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

/** On every answer, also where no hook comes by; a page and its files bring a policy of their own. */
export const SECURITY_HEADERS = {
  // What is no page loads nothing, runs nothing and stands in nobody's frame, should it be opened as one.
  'Content-Security-Policy': written({ ...NOTHING, sandbox: '' }),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  // Addresses hold ids of children.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  // For browsers that do not know frame-ancestors.
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
};

const HSTS = 'max-age=31536000; includeSubDomains';

/** Registered first, so that whatever answers carries them. */
export const securityHeadersPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    // Said by a trusted proxy: this process itself speaks plain HTTP, where the header means nothing.
    if (request.protocol === 'https') reply.header('Strict-Transport-Security', HSTS);
    done();
  });
});
