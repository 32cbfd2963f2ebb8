import { Linework } from '@linework/sdk';
import { isIdle } from './presence.ts';

/** What the page asks by itself, while nobody is there, does not keep the session alive. */
const fetchAsPage: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  if (isIdle()) headers.set('X-Background', 'true');
  return fetch(input, { ...init, headers });
};

/** The client of the signed-in operator. The browser sends the cookie of the session with each request. */
export const linework = new Linework({
  apiKey: null,
  baseUrl: `${globalThis.location?.origin ?? 'http://localhost'}/console/api`,
  fetch: fetchAsPage,
  // A page that waits says so, and asks again by itself. A second try hides only a short outage.
  maxRetries: 1,
  timeoutMs: 20_000,
});
