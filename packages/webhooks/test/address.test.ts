import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createAddressPolicy, createGuardedLookup, findBrokenRules } from '../src/address/address-policy.ts';
import { isPublicAddress } from '../src/address/address-rules.ts';
import { assertAddress } from '../src/address/assert-address.ts';

/** A name server with one answer. */
const resolveTo = (...addresses: readonly string[]): LookupFunction =>
  ((_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as LookupFunction;

const trusting = (...hosts: readonly string[]) => createAddressPolicy(hosts, resolveTo('127.0.0.1'));
const rulesOf = (url: string) => findBrokenRules(url, trusting('127.0.0.1', 'receiver.internal'));

describe('an address', () => {
  it.each([
    ['https://localhost/x', ['host-inside']],
    ['https://api.localhost./x', ['host-inside']],
    ['https://2130706434/x', ['host-inside']],
    ['https://0x7f.2/x', ['host-inside']],
    ['https://0177.0.0.2/x', ['host-inside']],
    ['https://[::1]/x', ['host-inside']],
    ['https://[::ffff:127.0.0.1]/x', ['host-inside']],
    ['https://[::7f00:1]/x', ['host-inside']],
    ['https://[64:ff9b::a00:1]/x', ['host-inside']],
    ['https://[64:ff9b:1::a00:1]/x', ['host-inside']],
    ['https://[2002:a00:1::]/x', ['host-inside']],
    ['https://169.254.169.254/latest/meta-data', ['host-inside']],
    ['https://[fd00:ec2::254]/latest', ['host-inside']],
    ['https://100.100.100.200/latest', ['host-inside']],
    ['https://10.0.0.1:22/x', ['port-not-allowed', 'host-inside']],
    ['https://example.com:6379/x', ['port-not-allowed']],
    [`https://${'user:word'}@example.com/x`, ['no-credentials']],
    ['https://example.com@10.0.0.1/x', ['no-credentials', 'host-inside']],
    ['http://example.com/x', ['https-only']],
    ['http://receiver.internal.example.com/x', ['https-only']],
    ['gopher://127.0.0.1/x', ['https-only']],
    ['file:///etc/passwd', ['https-only']],
    ['/relative', ['url-unreadable']],
    ['https://', ['url-unreadable']],
  ])('is refused with its rule: %s', (url, rules) => expect(rulesOf(url)).toEqual(rules));

  it.each([
    'https://example.com/x',
    'https://example.com:8443/x',
    'https://93.184.216.34/x',
    'http://127.0.0.1:9999/x',
    'http://receiver.internal:80/x',
  ])('is accepted: %s', (url) => expect(rulesOf(url)).toEqual([]));

  it.each([
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '240.0.0.1',
    '198.18.0.1',
    '192.0.0.8',
  ])('inside IPv4 is not public: %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each([
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '100::1',
    'not an address',
  ])('inside IPv6 is not public: %s', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['93.184.216.34', '2606:2800:220:1::1'])('of the internet is public: %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
});

describe('a name', () => {
  const register = (url: string, lookup: LookupFunction) => assertAddress(url, createAddressPolicy([], lookup));

  it.each([['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['64:ff9b::7f00:1']])(
    'that points inside is refused at registration: %s',
    async (...addresses) => {
      await expect(register('https://example.com/x', resolveTo(...addresses))).rejects.toMatchObject({
        status: 422,
        code: 'webhook-url-refused',
        members: { rules: ['host-inside'] },
      });
    },
  );

  it('that points to the internet is accepted', async () => {
    await expect(register('https://example.com/x', resolveTo('93.184.216.34'))).resolves.toBeUndefined();
  });

  it('that does not exist is refused', async () => {
    const missing = ((_host, _options, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])) as LookupFunction;
    await expect(register('https://example.com/x', missing)).rejects.toMatchObject({
      members: { rules: ['host-unknown'] },
    });
  });

  it('that cannot be resolved now is accepted, because it is resolved again at each connection', async () => {
    const silent = ((_host, _options, callback) =>
      callback(Object.assign(new Error('try again'), { code: 'EAI_AGAIN' }), [])) as LookupFunction;
    await expect(register('https://example.com/x', silent)).resolves.toBeUndefined();
  });

  it('that points inside later is refused at the connection', async () => {
    const lookup = createGuardedLookup(createAddressPolicy([], resolveTo('127.0.0.1')));
    const error = await new Promise((resolve) => lookup('example.com', { all: true }, resolve));
    expect(error).toMatchObject({ name: 'AddressRefused', rule: 'host-inside' });
  });
});
