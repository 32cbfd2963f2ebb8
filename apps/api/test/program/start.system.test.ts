import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDb } from '@linework/testing/create-test-db';
import { startProgram } from '@linework/testing/processes/start-program';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { readApiConfig } from '../../src/config.ts';

const testDb = await createTestDb();
afterAll(() => testDb.drop());

/** Starts the real program with these settings, and returns its exit code and error output. */
async function endOf(settings: Readonly<Record<string, string>>) {
  const program = startProgram('api', { LOG_LEVEL: 'silent', ...settings });
  onTestFinished(async () => void (await program.kill()));
  return { code: await program.ended, errorLines: program.errorLines };
}

async function aUsedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

describe('the settings of the API', () => {
  it('are optional, except the address of the database', () => {
    expect(readApiConfig({ DATABASE_URL: 'postgresql://localhost/linework' })).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      ADMIN_HOST: '127.0.0.1',
      ADMIN_PORT: 3001,
      RATE_LIMIT_PER_SECOND: 500,
      BROKER_RATE_LIMIT_PER_SECOND: 1_000,
      IN_FLIGHT_LIMIT: 100,
      CHECK_RESPONSES: false,
    });
  });

  it('may have a slash at the end of the public address', () => {
    const { PUBLIC_URL } = readApiConfig({
      DATABASE_URL: 'postgresql://localhost/linework',
      PUBLIC_URL: 'https://linework.example/api/',
    });
    expect(PUBLIC_URL).toBe('https://linework.example/api');
  });
});

describe('the settings of the API in production', () => {
  it('must have the public keys for SIM secrets and the address of each partner', () => {
    const read = () => readApiConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgresql://localhost/linework' });
    expect(read).toThrow(
      /^SECRET_PUBLIC_KEYS_FILE is missing and has no default in production; PAYMENTS_URL is missing/,
    );
  });
});

describe('the API does not start', () => {
  it('with invalid settings, and reports all of them in one sentence', async () => {
    const wrong = {
      REDIS_URL: 'http://x',
      PORT: '70000',
      PUBLIC_URL: 'linework',
      DB_POOL_SIZE: '0',
      CHECK_RESPONSES: 'perhaps',
      LOG_LEVEL: 'loud',
      CRASH_AT: 'nowhere:kill',
      RATE_LIMIT_PER_SECOND: '1.5',
      BROKER_RATE_LIMIT_PER_SECOND: '0',
      TRUST_PROXY: 'true',
    };
    const { code, errorLines } = await endOf(wrong);
    expect(code).toBe(1);
    expect(errorLines).toHaveLength(1);
    for (const name of ['DATABASE_URL', ...Object.keys(wrong)]) expect(errorLines[0]).toContain(name);
    expect(errorLines[0]).toMatch(/^Cannot start: /);
  });

  it.each(['PORT', 'ADMIN_PORT'])('on a %s that is in use, and reports it in one sentence', async (setting) => {
    const usedPort = await aUsedPort();
    const { code, errorLines } = await endOf({
      DATABASE_URL: testDb.url,
      PORT: '0',
      ADMIN_PORT: '0',
      [setting]: usedPort,
    });
    expect(code).toBe(1);
    expect(errorLines).toEqual([`Cannot start: listen EADDRINUSE: address already in use 127.0.0.1:${usedPort}`]);
  });

  it('without a database, and reports it in one sentence', async () => {
    const { code, errorLines } = await endOf({
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
      PORT: '0',
      ADMIN_PORT: '0',
    });
    expect(code).toBe(1);
    expect(errorLines).toEqual(['Cannot start: connect ECONNREFUSED 127.0.0.1:1']);
  });
});
