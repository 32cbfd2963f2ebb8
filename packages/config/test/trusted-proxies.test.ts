import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../src/read-config.ts';
import { trustedProxies } from '../src/trusted-proxies.ts';

const settings = z.object({ TRUST_PROXY: trustedProxies.optional() });

describe('the trusted proxies', () => {
  it.each([
    ['1', 1],
    ['10', 10],
    ['127.0.0.1', ['127.0.0.1']],
    ['10.0.0.0/8, ::1,fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
  ])('can be %j', (text, expected) => {
    expect(readConfig(settings, { TRUST_PROXY: text }).TRUST_PROXY).toEqual(expected);
  });

  it.each([
    'true',
    'false',
    '0',
    '11',
    '-1',
    '1.5',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/',
    'loopback',
    'example.org',
    '10.0.0.1,',
    'fe80::1%eth0',
    '*',
  ])('cannot be %j', (text) => {
    expect(() => readConfig(settings, { TRUST_PROXY: text })).toThrow('TRUST_PROXY must be the number of proxies');
  });

  it('are empty if nothing is set', () => {
    expect(readConfig(settings, {}).TRUST_PROXY).toBeUndefined();
  });
});
