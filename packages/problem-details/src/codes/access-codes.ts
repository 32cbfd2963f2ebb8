import { defineCodes } from './define-codes.ts';

/** Codes of requests that the caller may not send, or may not send now, and of records that the caller cannot see. */
export const accessCodes = {
  ...defineCodes('unauthorized', 401, {
    unauthorized: ['API key needed', 'Send one valid key in the header `X-API-Key`.'],
    'not-signed-in': [
      'Not signed in',
      'Sign in to the console. A session ends after 12 hours, and after 30 minutes without a request.',
    ],
    'wrong-name-or-password': [
      'Wrong name or password',
      'Check both. Ask an administrator for a new password if yours is lost.',
    ],
    'openid-sign-in-failed': ['Sign-in failed', 'Begin the sign-in again, in the same browser.'],
  }),
  ...defineCodes('forbidden', 403, {
    'console-needs-https': [
      'HTTPS needed',
      'Open the console through HTTPS, or on the machine itself: browsers keep its cookie only there.',
    ],
    'cross-site-request': [
      'Request of another site',
      'Send the request from a page of the console. Programs use an API key instead.',
    ],
    'missing-role': ['Role missing', 'Ask an administrator for the role in `role`.'],
    'not-in-console': ['Not in the console', 'Read it with an API key.'],
    'no-such-operator': ['Not an operator', 'Ask an administrator to add you with the e-mail address of your account.'],
    'passwords-not-allowed': [
      'Passwords not allowed',
      'Sign in through the provider that `GET /console/api/sign-in-ways` names.',
    ],
    'password-must-be-changed': [
      'Password must be changed',
      'Choose your own password with `POST /console/api/password`.',
    ],
    'broker-suspended': ['Broker suspended', 'Ask the operator to end the suspension of the broker.'],
    'address-not-allowed': [
      'Address not allowed',
      'Send the request from an address in `allowedAddresses` of the key, or change that list with another key.',
    ],
    'key-has-more-addresses': [
      'Key has more addresses',
      'Use a key whose `allowedAddresses` include all in `allowedAddresses`, or one that works from everywhere.',
    ],
    'key-has-more-scopes': ['Key has more scopes', 'Use a key that has all scopes in `scopes`.'],
    'key-lasts-longer': ['Key lasts longer', 'Use a key that lasts at least as long.'],
    'missing-scope': ['Scope missing', 'Use a key that has the scope in `scope`.'],
    'not-the-owner': ['Not the owner', 'Ask the owner or an administrator, or save a view of your own.'],
    'person-required': ['Person required', 'Sign in to the console. An API key cannot do this.'],
    'same-person': ['Same person', 'Ask another person, who did not create it.'],
    'legal-hold-of-operator': ['Legal hold of an operator', 'Ask the operator to lift it.'],
    'other-broker': ['Other broker', 'Use a key of that broker.'],
  }),
  ...defineCodes('forbidden', 429, {
    'rate-limited': ['Too many requests', 'Wait as long as `Retry-After` says, and send fewer requests in a second.'],
    'too-many-sign-ins': ['Too many sign-ins', 'Wait as long as `Retry-After` says.'],
    'too-many-in-flight': ['Too many requests at once', 'Send fewer requests in parallel.'],
  }),
  ...defineCodes('not-found', 404, {
    'not-found': [
      'Not found',
      'Check the address. What belongs to another broker is answered like what does not exist.',
    ],
  }),
  ...defineCodes('not-found', 410, {
    gone: ['Gone', 'Continue after `oldestPosition` - 1, and read the records whose events you missed.'],
  }),
};
