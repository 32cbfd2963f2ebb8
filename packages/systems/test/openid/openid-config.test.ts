import { findOpenidConflicts } from '@linework/systems/openid/openid-config';
import { describe, expect, it } from 'vitest';

const complete = {
  OPENID_ISSUER: 'https://accounts.acme.example',
  OPENID_CLIENT_ID: 'linework',
  OPENID_CLIENT_SECRET: 'secret',
  CONSOLE_URL: 'https://console.example',
};

describe('the settings of the sign-in', () => {
  it.each([
    ['none', {}],
    ['an address of the console alone', { CONSOLE_URL: complete.CONSOLE_URL }],
    ['all of the provider', complete],
    ['a provider on a loopback address', { ...complete, OPENID_ISSUER: 'http://127.0.0.1:9000' }],
    ['a provider and no passwords', { ...complete, CONSOLE_PASSWORDS: 'false' }],
  ])('may be %s', (_name, given) => {
    expect(findOpenidConflicts(given)).toEqual([]);
  });

  it.each([
    [
      'half of them',
      { OPENID_ISSUER: complete.OPENID_ISSUER, CONSOLE_URL: complete.CONSOLE_URL },
      'OPENID_CLIENT_ID and OPENID_CLIENT_SECRET are missing',
    ],
    ['a group without a provider', { OPENID_VIEWER_GROUP: 'staff' }, 'OPENID_ISSUER and'],
    ['no address of the console', { ...complete, CONSOLE_URL: undefined }, 'CONSOLE_URL is missing'],
    [
      'a provider without TLS',
      { ...complete, OPENID_ISSUER: 'http://accounts.acme.example' },
      'OPENID_ISSUER must begin with https://',
    ],
    [
      'one group for two roles',
      { ...complete, OPENID_OPERATOR_GROUP: 'a', OPENID_VIEWER_GROUP: 'a' },
      'are the same group',
    ],
    ['no way to sign in', { CONSOLE_PASSWORDS: 'off' }, 'nobody could sign in'],
  ])('cannot be %s', (_name, given, sentence) => {
    expect(findOpenidConflicts(given)).toEqual([expect.stringContaining(sentence)]);
  });
});
