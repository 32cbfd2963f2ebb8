import { describe, expect, it } from 'vitest';
import { readLocalConfig } from '../src/config.ts';

const faultsOf = (env: Record<string, string>): unknown => {
  try {
    return readLocalConfig(env);
  } catch (error) {
    return (error as { readonly faults: unknown }).faults;
  }
};

describe('the settings of npm start', () => {
  it('need nothing to be set', () => {
    expect(readLocalConfig({})).toMatchObject({ PORT: 3000, PARTNERS_PORT: 3011 });
  });

  it('name the faults of every program before any is started, each once', () => {
    expect(faultsOf({ PORT: 'abc', LOG_LEVEL: 'loud', RATE_LIMIT_PER_SECOND: '-1', LEASE_MS: '100' })).toEqual([
      expect.stringContaining('PORT '),
      expect.stringContaining('LOG_LEVEL '),
      expect.stringContaining('RATE_LIMIT_PER_SECOND '),
      expect.stringContaining('LEASE_MS '),
    ]);
  });

  it('refuse one port for two programs', () => {
    expect(faultsOf({ NETWORK_PORT: '4111', PARTNERS_PORT: '4111', PORT: '0', ADMIN_PORT: '0' })).toEqual(['PARTNERS_PORT is the same as NETWORK_PORT']);
  });
});
