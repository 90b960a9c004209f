/** The errors of the token endpoint (RFC 6749, 5.2; the last two as in 4.1.2.1). */
const STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  temporarily_unavailable: 503,
  server_error: 500,
} as const;

export type OAuthErrorCode = keyof typeof STATUS;

interface Details {
  readonly status?: number;
  readonly retryAfter?: number | undefined;
  /** For the journal, in Spanish. */
  readonly motivo?: string;
  /** Whether the client has proved who it is. */
  readonly isProven?: boolean;
  /** Whether the journal has its entry already. */
  readonly isNoted?: boolean;
}

/** A refusal of the token endpoint, with a description for the integrator in English, as the standards have it. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly details: Details;

  constructor(code: OAuthErrorCode, description: string, details: Details = {}) {
    super(description);
    this.code = code;
    this.status = details.status ?? STATUS[code];
    this.details = details;
  }
}
