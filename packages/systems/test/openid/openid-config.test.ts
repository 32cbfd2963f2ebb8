import { findOpenidConflicts, openidConfig } from '@linework/systems/openid/openid-config';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

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
    ['providers of brokers without an address of the console', { OPENID_OF_BROKERS: '[]' }, 'CONSOLE_URL is missing'],
    ['no way to sign in', { CONSOLE_PASSWORDS: 'off' }, 'nobody could sign in'],
  ])('cannot be %s', (_name, given, sentence) => {
    expect(findOpenidConflicts(given)).toEqual([expect.stringContaining(sentence)]);
  });
});

const ofBroker = {
  company: 'acme',
  brokerId: '018f0000-0000-7000-8000-00000000000a',
  issuer: 'https://accounts.acme.example',
  clientId: 'linework',
  clientSecret: 'secret',
};

describe('the providers of brokers', () => {
  const errorsOf = (value: unknown) => {
    const parsed = z.object(openidConfig).safeParse({ OPENID_OF_BROKERS: JSON.stringify(value) });
    return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  };

  it('may be a list', () => {
    const other = { ...ofBroker, company: 'globex', brokerId: ofBroker.brokerId.replace('a', 'b') };
    expect(errorsOf([ofBroker, { ...other, roles: [{ group: 'desk', role: 'care' }] }])).toEqual([]);
  });

  it.each([
    ['no list', ofBroker, 'OPENID_OF_BROKERS Invalid input'],
    ['a company twice', [ofBroker, { ...ofBroker, brokerId: ofBroker.brokerId.replace('a', 'b') }], 'a company twice'],
    ['a broker twice', [ofBroker, { ...ofBroker, company: 'globex' }], 'a broker twice'],
    ['a provider without TLS', [{ ...ofBroker, issuer: 'http://a.example' }], 'OPENID_OF_BROKERS.0.issuer must begin'],
    ['a word that is no part of an address', [{ ...ofBroker, company: 'a/b' }], 'OPENID_OF_BROKERS.0.company must be'],
    [
      'a group of administrators',
      [{ ...ofBroker, roles: [{ group: 'a', role: 'administrator' }] }],
      'OPENID_OF_BROKERS.0.roles.0.role',
    ],
  ])('cannot be %s', (_name, value, error) => {
    expect(errorsOf(value)).toEqual([expect.stringContaining(error)]);
  });

  it('are refused if they are no JSON', () => {
    expect(z.object(openidConfig).safeParse({ OPENID_OF_BROKERS: '[{' }).success).toBe(false);
  });
});
