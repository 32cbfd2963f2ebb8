import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '@linework/auth/api-key';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseConnection } from '../../src/profiles/choose-connection.ts';
import type { Environment } from '../../src/profiles/config.ts';
import { withShortIds } from '../../src/profiles/known-ids.ts';
import { profileFile, readProfiles } from '../../src/profiles/profile-file.ts';
import { runHere } from './fake-context.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linework-profiles-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const [one, other] = [createApiKey(), createApiKey()];
const logIn = (key: string, ...words: readonly string[]) =>
  runHere(['login', '--no-verify', '--base-url', 'https://one.example/', ...words], {
    configFolder: folder,
    input: `${key}\n`,
  });

describe('profiles', () => {
  it('are stored for their owner only, and listed without their keys', async () => {
    expect((await logIn(one)).code).toBe(0);
    expect((await logIn(other, '--profile', 'second', '--base-url', 'http://10.0.0.1:3000')).errorOutput).toContain(
      'is not encrypted',
    );
    expect(statSync(profileFile(folder)).mode & 0o777).toBe(0o600);
    const { output } = await runHere(['profiles', '-o', 'jsonl'], { configFolder: folder });
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { name: 'default', current: false, url: 'https://one.example', key: `${one.slice(0, 8)}…` },
      { name: 'second', current: true, url: 'http://10.0.0.1:3000', key: `${other.slice(0, 8)}…` },
    ]);
    await runHere(['profiles', '--use', 'default'], { configFolder: folder });
    await runHere(['logout', '--profile', 'second'], { configFolder: folder });
    expect(await readProfiles(folder)).toEqual({
      current: 'default',
      profiles: { default: { url: 'https://one.example', key: one } },
    });
  });

  it.each([
    ['a key that is incomplete', [one.slice(0, -1)], 4],
    ['no key', [''], 4],
    ['an address that is none', [one, '--base-url', 'ftp://x'], 64],
    ['an address with a password', [one, '--base-url', 'https://a:b@one.example'], 64],
    ['a name that is a path', [one, '--profile', '../x'], 64],
  ])('are not stored with %s', async (_what, [key = '', ...words], code) => {
    expect((await logIn(key, ...words)).code).toBe(code);
    expect(await readProfiles(folder)).toEqual({ current: undefined, profiles: {} });
  });

  it('say what to do about a broken file, and about one that others can read', async () => {
    await logIn(one);
    chmodSync(profileFile(folder), 0o644);
    expect((await runHere(['profiles'], { configFolder: folder })).errorOutput).toContain(
      `chmod 600 ${profileFile(folder)}`,
    );
    writeFileSync(profileFile(folder), '{"profiles":{"a":{}}}');
    expect(await runHere(['profiles'], { configFolder: folder })).toMatchObject({
      code: 1,
      errorOutput: expect.stringContaining('linework login'),
    });
  });

  it('keep the file when a key is replaced', async () => {
    await logIn(one);
    await logIn(other);
    expect((await readProfiles(folder)).profiles).toEqual({ default: { url: 'https://one.example', key: other } });
  });
});

describe('the connection', () => {
  const profiles = {
    current: 'a',
    profiles: { a: { url: 'https://a.example', key: 'key a' }, b: { url: 'https://b.example', key: 'key b' } },
  };
  const environment = (given: Partial<Environment> = {}) =>
    ({ apiKey: undefined, url: undefined, profile: undefined, ...given }) as Environment;

  it('is that of the option, of the environment, of the profile, in this order', () => {
    expect(chooseConnection(environment(), profiles, {})).toMatchObject({ url: 'https://a.example', key: 'key a' });
    expect(chooseConnection(environment({ profile: 'b' }), profiles, {})).toMatchObject({
      url: 'https://b.example',
      key: 'key b',
    });
    expect(
      chooseConnection(environment({ apiKey: 'env', url: 'https://e.example' }), profiles, { profile: 'b' }),
    ).toMatchObject({
      url: 'https://e.example',
      key: 'env',
    });
    expect(chooseConnection(environment({ apiKey: 'env' }), profiles, {})).toMatchObject({
      url: 'https://a.example',
      key: 'env',
    });
  });

  it('never sends the key of a profile to another address', () => {
    expect(chooseConnection(environment(), profiles, { baseUrl: 'https://evil.example' }).key).toBeUndefined();
    expect(chooseConnection(environment({ url: 'https://a.example.evil.example' }), profiles, {}).key).toBeUndefined();
    expect(chooseConnection(environment(), profiles, { baseUrl: 'https://b.example/' })).toMatchObject({
      key: 'key b',
    });
  });
});

describe('a short id', () => {
  const ids = ['019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a42', '019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a43'];
  const stateFolder = mkdtempSync(join(tmpdir(), 'linework-ids-'));
  afterAll(() => rmSync(stateFolder, { recursive: true }));
  const sent: string[] = [];
  const api = withShortIds(
    {
      url: '',
      request: async (_method: string, path: string) => {
        sent.push(path);
        return { data: { items: ids.map((id) => ({ id })) }, status: 200, headers: new Headers() };
      },
      followOrder: async (id: string) => void sent.push(id) as never,
    } as never,
    stateFolder,
  );

  it('is the end or the beginning of one that was shown, and another text stays as it is', async () => {
    await api.request('GET', '/orders/0d3b8c1e5a42');
    await api.request('GET', '/orders/8c1e5a42/explanation');
    await api.request('POST', '/lines/8C1E5A43/block');
    await api.request('GET', '/lifecycles/order');
    await api.request('GET', '/orders/deadbeef');
    expect(sent).toEqual([
      '/orders/0d3b8c1e5a42',
      `/orders/${ids[0]}/explanation`,
      `/lines/${ids[1]}/block`,
      '/lifecycles/order',
      '/orders/deadbeef',
    ]);
  });

  it('that fits several is an error that lists them, and nothing is sent', async () => {
    const before = sent.length;
    await expect(api.request('GET', '/orders/019a1c3e')).rejects.toMatchObject({
      message: '"019a1c3e" fits several ids; write more of it.',
      details: ids,
    });
    expect(sent.length).toBe(before);
  });
});
