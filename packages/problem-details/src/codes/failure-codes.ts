import { defineCodes } from './define-codes.ts';

/** Codes of failures of the service itself. */
export const failureCodes = {
  ...defineCodes('internal-server-error', 500, {
    'internal-server-error': ['Internal server error', 'Report `requestId`.'],
  }),
  ...defineCodes('internal-server-error', 503, {
    unavailable: ['Temporarily unavailable', 'Send the same request again after `Retry-After` seconds.'],
    'openid-unavailable': ['Provider unavailable', 'Try again later, or sign in by password.'],
    'order-version-unknown': [
      'Order version unknown',
      'Send the same request again after `Retry-After` seconds, or use the release that placed the order.',
    ],
    'secrets-not-configured': ['Secrets not configured', 'Ask the operator to configure the keys for secrets.'],
  }),
};
