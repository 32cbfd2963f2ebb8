import { defineCodes } from './define-codes.ts';

/** Codes of requests that the caller may not send, or may not send now, and of records that the caller cannot see. */
export const accessCodes = {
  ...defineCodes('unauthorized', 401, {
    unauthorized: ['API key needed', 'Send one valid key in the header `X-API-Key`.'],
  }),
  ...defineCodes('forbidden', 403, {
    'broker-suspended': ['Broker suspended', 'Ask the operator to end the suspension of the broker.'],
    'key-has-more-scopes': ['Key has more scopes', 'Use a key that has all scopes in `scopes`.'],
    'key-lasts-longer': ['Key lasts longer', 'Use a key that lasts at least as long.'],
    'missing-scope': ['Scope missing', 'Use a key that has the scope in `scope`.'],
    'other-broker': ['Other broker', 'Use a key of that broker.'],
  }),
  ...defineCodes('forbidden', 429, {
    'rate-limited': ['Too many requests', 'Wait as long as `Retry-After` says, and send fewer requests in a second.'],
    'too-many-in-flight': ['Too many requests at once', 'Send fewer requests in parallel.'],
  }),
  ...defineCodes('not-found', 404, {
    'not-found': ['Not found', 'Check the address. What belongs to another broker is answered like what does not exist.'],
  }),
  ...defineCodes('not-found', 410, {
    gone: ['Gone', 'Continue after `oldestPosition` - 1, and read the records whose events you missed.'],
  }),
};
