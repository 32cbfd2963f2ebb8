import { defineCodes } from './define-codes.ts';

/** Codes of requests that are malformed or invalid. They are raised before the operation starts. */
export const requestCodes = {
  ...defineCodes('validation-error', 400, {
    'validation-error': ['Invalid request', 'Correct each value that `errors` names.'],
    'malformed-json': ['Malformed JSON', 'Send a body that is one JSON value in UTF-8.'],
    'body-too-deep': ['Body nested too deep', 'Send a body with fewer levels.'],
    'malformed-url': ['Malformed address', 'Percent-encode the address as UTF-8.'],
    'malformed-request': ['Malformed request', 'Send an HTTP request.'],
    'missing-host': ['Host header missing', 'Send the header `Host`.'],
    'request-timeout': ['Request too slow', 'Send the whole request within 30 seconds.'],
  }),
  ...defineCodes('validation-error', 405, {
    'method-not-allowed': ['Method not allowed', 'Use one of the methods that the header `Allow` lists.'],
  }),
  ...defineCodes('validation-error', 413, {
    'body-too-large': ['Body too large', 'Send a shorter body.'],
  }),
  ...defineCodes('validation-error', 414, {
    'url-too-long': ['Address too long', 'Send a shorter address, for example with fewer filters.'],
  }),
  ...defineCodes('validation-error', 415, {
    'unsupported-media-type': [
      'Unsupported media type',
      'Send the body in a media type that the header `Accept` of the answer lists.',
    ],
    'unsupported-encoding': ['Unsupported encoding', 'Send the body uncompressed.'],
  }),
  ...defineCodes('validation-error', 417, {
    'expectation-failed': ['Expectation failed', 'Leave the header `Expect` out, or send `100-continue`.'],
  }),
  ...defineCodes('validation-error', 431, {
    'headers-too-large': ['Headers too large', 'Send fewer or shorter headers.'],
  }),
  ...defineCodes('not-acceptable', 406, {
    'not-acceptable': ['Not acceptable', 'Accept a media type that the operation answers with.'],
  }),
};
