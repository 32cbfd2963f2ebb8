import { startProgram } from '@linework/testing/processes/start-program';
import { describe, expect, it } from 'vitest';
import { readWorkerConfig } from '../src/config.ts';

const required = { DATABASE_URL: 'postgresql://linework@127.0.0.1/linework' };

const broken = {
  REDIS_URL: 'http://127.0.0.1',
  WORKER_PORT: '70000',
  CONCURRENCY: '0',
  DB_POOL_SIZE: 'many',
  NETWORK: 'carrier-pigeon',
  NETWORK_URL: 'the network',
  OSMO_HLR_VTY: '127.0.0.1',
  OSMO_HLR_CTRL: 'hlr:99999',
  PAYMENTS_URL: 'the bank',
  PARTNER_TIMEOUT_MS: '1',
  STEP_TIMEOUT_MS: '50',
  LEASE_MS: '-1',
  LOG_LEVEL: 'loud',
  CRASH_AT: 'somewhere:kill',
};

describe("the worker's settings", () => {
  it('require only the database', () => {
    expect(readWorkerConfig(required)).toMatchObject({
      ...required,
      CONCURRENCY: 32,
      STEP_TIMEOUT_MS: 8_000,
      LEASE_MS: 20_000,
      DRAIN_MS: 25_000,
    });
  });

  it('contain the addresses of OsmoHLR', () => {
    const settings = readWorkerConfig({
      ...required,
      NETWORK: 'osmo-hlr',
      OSMO_HLR_VTY: 'hlr.example:14258',
      OSMO_HLR_CTRL: '[::1]:4259',
    });
    expect(settings).toMatchObject({
      OSMO_HLR_VTY: { host: 'hlr.example', port: 14258 },
      OSMO_HLR_CTRL: { host: '::1', port: 4259 },
    });
  });

  it('are all reported in one sentence if they are invalid, and the worker does not start', async () => {
    const program = startProgram('worker', broken);
    expect(await program.ended).toBe(1);
    expect(program.lines).toHaveLength(1);
    const [sentence = ''] = program.errorLines;
    expect(sentence.startsWith('Cannot start: ')).toBe(true);
    for (const name of ['DATABASE_URL', ...Object.keys(broken)]) expect(sentence).toContain(name);
  });

  it.each([
    [
      'a lease that is shorter than two calls',
      { STEP_TIMEOUT_MS: '5000', LEASE_MS: '9999' },
      'LEASE_MS must be at least twice STEP_TIMEOUT_MS',
    ],
    [
      'a crash point with an invalid number of times',
      { CRASH_AT: 'before-call:kill:often' },
      'CRASH_AT must be a crash point and an action',
    ],
    ['an unknown crash action', { CRASH_AT: 'before-call:smile' }, 'CRASH_AT must be a crash point and an action'],
  ])('reject %s', (_name, settings, message) => {
    expect(() => readWorkerConfig({ ...required, ...settings })).toThrow(message);
  });

  it('report a lease that is too short together with other errors', () => {
    const settings = { STEP_TIMEOUT_MS: '5000', LEASE_MS: '9999', WORKER_PORT: 'front door' };
    expect(() => readWorkerConfig(settings)).toThrow(
      /DATABASE_URL is missing.*WORKER_PORT must be.*LEASE_MS must be at least twice/,
    );
  });

  it('do not show the password of an invalid URL', () => {
    expect(() => readWorkerConfig({ DATABASE_URL: 'mysql://linework:hunter2@127.0.0.1/linework' })).toThrow(
      /^(?!.*hunter2).*DATABASE_URL/,
    );
  });
});

describe("the worker's settings in production", () => {
  const production = { ...required, NODE_ENV: 'production' };
  const keys = { SECRET_PRIVATE_KEYS_FILE: '/run/secrets/secret_private_keys' };
  const partners = {
    PAYMENTS_URL: 'https://payments.example',
    PAYMENTS_KEY: 'a key of the payment provider',
    TAX_AUTHORITY_URL: 'https://tax.example',
    TAX_AUTHORITY_KEY: 'a key of the tax authority',
    CLEARING_HOUSE_URL: 'https://clearing.example',
    CLEARING_HOUSE_KEY: 'a key of the clearing house',
  };

  it('have no simulator as a default', () => {
    const missing = ['NETWORK', 'SECRET_PRIVATE_KEYS_FILE', ...Object.keys(partners)].map(
      (name) => `${name} is missing and has no default in production`,
    );
    expect(() => readWorkerConfig(production)).toThrow(expect.objectContaining({ message: missing.join('; ') }));
  });

  it.each([
    ['simulator', /^NETWORK_URL is missing and has no default in production$/],
    ['osmo-hlr', /^OSMO_HLR_VTY is missing .*; OSMO_HLR_CTRL is missing and has no default in production$/],
  ])('need the address of the %s', (NETWORK, message) => {
    expect(() => readWorkerConfig({ ...production, ...keys, ...partners, NETWORK })).toThrow(message);
  });

  it('need no key of a partner that gets a client certificate', () => {
    const { PAYMENTS_KEY: _, ...others } = partners;
    const named = {
      NETWORK: 'simulator',
      NETWORK_URL: 'http://network-simulator:3010',
      PAYMENTS_CLIENT_CERT: '-----BEGIN CERTIFICATE-----',
    };
    expect(() => readWorkerConfig({ ...production, ...keys, ...others, ...named })).not.toThrow();
  });

  it('allow the simulator if it is set explicitly', () => {
    const named = { NETWORK: 'simulator', NETWORK_URL: 'http://network-simulator:3010' };
    expect(readWorkerConfig({ ...production, ...keys, ...partners, ...named })).toMatchObject(named);
  });
});

describe('a worker without its database', () => {
  it('reports it in one sentence and does not start', async () => {
    const program = startProgram('worker', { DATABASE_URL: 'postgresql://linework@127.0.0.1:1/linework' });
    expect(await program.ended).toBe(1);
    expect(program.lines).toEqual(['Cannot start: connect ECONNREFUSED 127.0.0.1:1']);
  });
});
