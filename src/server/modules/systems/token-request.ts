import { OAuthError } from './oauth-error.ts';

const GRANT_TYPE = 'client_credentials';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const MAX_SCOPES = 50;
/** Scopes are words of printable characters without quotes (RFC 6749, 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

export interface TokenRequest {
  readonly assertion: string;
  /** Null if the form names none: it is in the assertion. */
  readonly clientId: string | null;
  readonly scopes: readonly string[];
}

/** @throws OAuthError for a parameter that is missing or repeated (RFC 6749, 3.2) */
function readerOf(form: URLSearchParams) {
  const optional = (name: string): string | null => {
    const values = form.getAll(name);
    if (values.length > 1) throw new OAuthError('invalid_request', `${name} is repeated`);
    // A parameter without a value counts as omitted.
    return values[0] || null;
  };
  const required = (name: string): string => {
    const value = optional(name);
    if (value === null) throw new OAuthError('invalid_request', `${name} is missing`);
    return value;
  };
  return { optional, required };
}

function scopesIn(text: string): string[] {
  const scopes = [...new Set(text.split(' ').filter(Boolean))];
  if (scopes.length > MAX_SCOPES) throw new OAuthError('invalid_scope', `more than ${MAX_SCOPES} scopes`);
  if (scopes.length === 0 || !scopes.every((scope) => SCOPE.test(scope)))
    throw new OAuthError('invalid_scope', 'scope is malformed');
  return scopes;
}

/** The parameters of a request for a token (RFC 6749, 4.4.2; RFC 7523, 2.2). @throws OAuthError */
export function readTokenRequest(form: URLSearchParams): TokenRequest {
  const { optional, required } = readerOf(form);
  if (required('grant_type') !== GRANT_TYPE)
    throw new OAuthError('unsupported_grant_type', `grant_type must be ${GRANT_TYPE}`);
  if (optional('client_secret') !== null)
    throw new OAuthError('invalid_client', 'clients authenticate with private_key_jwt only');
  if (required('client_assertion_type') !== ASSERTION_TYPE)
    throw new OAuthError('invalid_request', `client_assertion_type must be ${ASSERTION_TYPE}`);
  return {
    assertion: required('client_assertion'),
    clientId: optional('client_id'),
    scopes: scopesIn(required('scope')),
  };
}
