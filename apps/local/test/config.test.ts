import { describe, expect, it } from 'vitest';
import { readLocalConfig } from '../src/config.ts';

const errorsOf = (env: Record<string, string>): unknown => {
  try {
    return readLocalConfig(env);
  } catch (error) {
    return (error as { readonly errors: unknown }).errors;
  }
};

describe('the settings of npm start', () => {
  it('are all optional', () => {
    expect(readLocalConfig({})).toMatchObject({ PORT: 3000, PARTNERS_PORT: 3011 });
  });

  it('report the errors of all programs before any program starts, each once', () => {
    expect(errorsOf({ PORT: 'abc', LOG_LEVEL: 'loud', RATE_LIMIT_PER_SECOND: '-1', LEASE_MS: '100' })).toEqual([
      expect.stringContaining('PORT '),
      expect.stringContaining('LOG_LEVEL '),
      expect.stringContaining('RATE_LIMIT_PER_SECOND '),
      expect.stringContaining('LEASE_MS '),
    ]);
  });

  it('reject one port for two programs', () => {
    expect(errorsOf({ NETWORK_PORT: '4111', PARTNERS_PORT: '4111', PORT: '0', ADMIN_PORT: '0' })).toEqual([
      'PARTNERS_PORT is the same as NETWORK_PORT',
    ]);
  });
});
