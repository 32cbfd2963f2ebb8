import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../src/read-config.ts';
import { durationMs, flag, logLevel, oneOf, optionalSecret, origins, port, url, wholeNumber } from '../src/settings.ts';

const settings = z.object({
  DATABASE_URL: url('postgres', 'postgresql'),
  REDIS_URL: url('redis', 'rediss').optional(),
  PORT: port(3000),
  LEASE_MS: durationMs(10_000, { min: 1_000, max: 60_000 }),
  CONCURRENCY: wholeNumber(16, { min: 1, max: 100 }),
  READ_ONLY: flag(true),
  LOG_LEVEL: logLevel,
  MODE: oneOf(['fast', 'safe'], 'safe'),
  SIGNING_SECRET: optionalSecret,
});
const databaseUrl = 'postgres://linework:hunter2@localhost:5432/linework';

describe('reading settings', () => {
  it('uses the default for a missing setting', () => {
    expect(readConfig(settings, { DATABASE_URL: databaseUrl })).toEqual({
      DATABASE_URL: databaseUrl,
      PORT: 3000,
      LEASE_MS: 10_000,
      CONCURRENCY: 16,
      READ_ONLY: true,
      LOG_LEVEL: 'info',
      MODE: 'safe',
    });
  });

  it('reads the values that are set', () => {
    const env = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: 'redis://[::1]:6379/2',
      PORT: '0',
      LEASE_MS: '1000',
      READ_ONLY: 'Off',
      LOG_LEVEL: 'trace',
      MODE: 'fast',
    };
    expect(readConfig(settings, env)).toMatchObject({
      REDIS_URL: env.REDIS_URL,
      PORT: 0,
      LEASE_MS: 1_000,
      READ_ONLY: false,
      LOG_LEVEL: 'trace',
      MODE: 'fast',
    });
  });

  it('treats an empty variable as absent', () => {
    expect(readConfig(settings, { DATABASE_URL: databaseUrl, REDIS_URL: '', PORT: '' })).not.toHaveProperty(
      'REDIS_URL',
    );
    expect(() => readConfig(settings, { DATABASE_URL: '' })).toThrow('DATABASE_URL is missing');
  });

  it('reports all errors together', () => {
    const env = {
      PORT: '65536',
      LEASE_MS: '5s',
      CONCURRENCY: '0',
      READ_ONLY: 'perhaps',
      LOG_LEVEL: 'loud',
      MODE: 'wild',
      REDIS_URL: 'localhost:6379',
      SIGNING_SECRET: 'short',
    };
    expect(() => readConfig(settings, env)).toThrow(
      [
        'DATABASE_URL is missing',
        'REDIS_URL must be an address that begins with redis:// or rediss://',
        'PORT must be a number from 0 to 65535',
        'LEASE_MS must be a number of milliseconds from 1000 to 60000',
        'CONCURRENCY must be a number from 1 to 100',
        'READ_ONLY must be true or false',
        'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
        'MODE must be one of fast, safe',
        'SIGNING_SECRET must have at least 16 characters',
      ].join('; '),
    );
  });

  it.each(['1e3', '-1', '0x10', ' 80', '80.5', 'NaN'])('rejects %j as a port', (text) => {
    expect(() => readConfig(settings, { DATABASE_URL: databaseUrl, PORT: text })).toThrow('PORT must be a number');
  });

  it('repeats no value, because it may be a secret', () => {
    expect(() => readConfig(settings, { DATABASE_URL: 'mysql://root:hunter2@localhost' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });

  it('reports an error between two settings with its own message', () => {
    const pair = z
      .object({ LOW: port(1), HIGH: port(2) })
      .refine(({ LOW, HIGH }) => LOW < HIGH, 'LOW must be less than HIGH');
    expect(() => readConfig(pair, { LOW: '7' })).toThrow('LOW must be less than HIGH');
  });

  it('returns a frozen object', () => {
    expect(Object.isFrozen(readConfig(settings, { DATABASE_URL: databaseUrl }))).toBe(true);
  });
});

describe('a setting that is set as a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linework-settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileWith = (text: string): string => {
    const file = join(folder, `${Math.random()}`);
    writeFileSync(file, text);
    return file;
  };

  it('has the content of the file without the line break at its end', () => {
    expect(readConfig(settings, { DATABASE_URL_FILE: fileWith(`${databaseUrl}\n`) }).DATABASE_URL).toBe(databaseUrl);
  });

  it('is validated like any other, and its value is not repeated', () => {
    const reading = () => readConfig(settings, { DATABASE_URL_FILE: fileWith('mysql://root:hunter2@localhost') });
    expect(reading).toThrow(/^DATABASE_URL must be an address that begins with [^;]*$/);
    expect(reading).not.toThrow('hunter2');
  });

  it.each([
    [
      'is also set as a value',
      { DATABASE_URL: databaseUrl, DATABASE_URL_FILE: fileWith(databaseUrl) },
      'DATABASE_URL and DATABASE_URL_FILE are both set; set one of them',
    ],
    [
      'names no file',
      { DATABASE_URL_FILE: join(folder, 'no such file') },
      'DATABASE_URL_FILE names a file that cannot be read',
    ],
    ['names a folder', { DATABASE_URL_FILE: folder }, 'DATABASE_URL_FILE names a file that cannot be read'],
    ['names an empty file', { DATABASE_URL_FILE: fileWith('\n') }, 'DATABASE_URL_FILE names an empty file'],
  ])('is rejected with one sentence if it %s', (_what, env, sentence) => {
    expect(() => readConfig(settings, env)).toThrow(expect.objectContaining({ message: sentence }));
  });

  it('is reported together with the errors of others', () => {
    const env = { DATABASE_URL_FILE: folder, PORT: 'front door' };
    expect(() => readConfig(settings, env)).toThrow(
      'DATABASE_URL_FILE names a file that cannot be read; PORT must be a number from 0 to 65535',
    );
  });

  it('is not read if the name with _FILE is a setting itself', () => {
    const own = z.object({ TAX_KEY: z.string().optional(), TAX_KEY_FILE: z.string() });
    expect(readConfig(own, { TAX_KEY_FILE: 'key.pem' })).toEqual({ TAX_KEY_FILE: 'key.pem' });
  });
});

describe('in production', () => {
  const requiredInProduction = () => ['MODE', 'REDIS_URL'];
  const env = { DATABASE_URL: databaseUrl, NODE_ENV: 'production' };

  it('rejects the default of a development machine', () => {
    const sentence =
      'MODE is missing and has no default in production; REDIS_URL is missing and has no default in production';
    expect(() => readConfig(settings, env, { requiredInProduction })).toThrow(
      expect.objectContaining({ message: sentence }),
    );
  });

  it('accepts a value or a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'linework-settings-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'mode');
    writeFileSync(file, 'fast');
    expect(
      readConfig(settings, { ...env, MODE_FILE: file, REDIS_URL: 'redis://redis' }, { requiredInProduction }),
    ).toMatchObject({ MODE: 'fast' });
  });

  it('applies only with NODE_ENV=production', () => {
    expect(readConfig(settings, { DATABASE_URL: databaseUrl }, { requiredInProduction }).MODE).toBe('safe');
  });
});

describe('a setting under its old name', () => {
  const renamed = z.object({
    CHECK_RESPONSES: flag(false),
    PARTNER_RESPONSE_LIMIT_MS: port(1),
    RESPONSE_DELAY_MS: port(1),
  });

  it.each([
    ['CHECK_ANSWERS', 'CHECK_RESPONSES'],
    ['PARTNER_ANSWER_LIMIT_MS', 'PARTNER_RESPONSE_LIMIT_MS'],
    ['ANSWER_AFTER_MS', 'RESPONSE_DELAY_MS'],
  ])('is rejected: %s was renamed to %s', (oldName, newName) => {
    const sentence = `${oldName} was renamed: set ${newName} instead`;
    expect(() => readConfig(renamed, { [oldName]: '1' })).toThrow(expect.objectContaining({ message: sentence }));
    expect(() => readConfig(renamed, { [`${oldName}_FILE`]: 'file' })).toThrow(
      expect.objectContaining({ message: sentence }),
    );
  });

  it('is ignored by a program that does not have the setting', () => {
    expect(readConfig(z.object({ PORT: port(1) }), { CHECK_ANSWERS: 'true' })).toEqual({ PORT: 1 });
  });
});

describe('origins', () => {
  it('are a list, empty by default', () => {
    expect(origins.parse(undefined)).toEqual([]);
    expect(origins.parse('https://shop.example, http://localhost:5173')).toEqual([
      'https://shop.example',
      'http://localhost:5173',
    ]);
  });

  it.each(['*', 'shop.example', 'https://shop.example/', 'https://shop.example/path'])('are not %s', (text) => {
    expect(origins.safeParse(text).success).toBe(false);
  });
});
