import { Linework } from '@linework/sdk';

/** The client of the signed-in operator. The browser sends the cookie of the session with each request. */
export const linework = new Linework({
  apiKey: null,
  baseUrl: `${globalThis.location?.origin ?? 'http://localhost'}/console/api`,
  // A page that waits says so, and asks again by itself. A second try hides only a short outage.
  maxRetries: 1,
  timeoutMs: 20_000,
});
