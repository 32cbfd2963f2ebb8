import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readApiConfig } from '@linework/api/config';
import { readRolesConfig } from '@linework/db/config';
import { afterAll, describe, expect, it } from 'vitest';
import { neededVariables, productionWith } from './read-compose.ts';

const script = fileURLToPath(new URL('../../../../deploy/make-secrets.sh', import.meta.url));
const parent = mkdtempSync(join(tmpdir(), 'linework-secrets-'));
const folder = join(parent, 'secrets');
afterAll(() => rmSync(parent, { recursive: true }));
const make = () => execFileSync('sh', [script, folder]);
const production = productionWith({
  ...Object.fromEntries([...neededVariables().keys()].map((name) => [name, 'set'])),
  SECRETS_FOLDER: folder,
});
const files = () => readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
const read = () => Object.fromEntries(files().map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]));

describe('make-secrets.sh', () => {
  it('creates every secret of the composition, in a folder that only its owner can enter', () => {
    make();
    expect(Object.keys(read()).toSorted()).toEqual(Object.keys(production.secrets ?? {}).toSorted());
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('creates a password for each role, in an address for the programs', () => {
    const {
      admin_database_url: admin,
      owner_database_url: owner,
      application_database_url: application,
      postgres_password: password,
    } = read();
    const urls = { ADMIN_DATABASE_URL: admin, OWNER_DATABASE_URL: owner, APPLICATION_DATABASE_URL: application };
    const passwords = Object.values(readRolesConfig(urls)).map((url) => new URL(url).password);
    expect(passwords[0]).toBe(password);
    expect(new Set(passwords).size).toBe(3);
    for (const each of passwords) expect(each).toMatch(/^[0-9a-f]{48}$/);
  });

  it('creates a password for Redis, and an address with it for the programs', () => {
    const { redis_config: config = '', redis_url: url = '' } = read();
    const password = /^requirepass ([0-9a-f]{48})$/.exec(config)?.[1];
    expect(password).toBeDefined();
    expect(readApiConfig({ DATABASE_URL: 'postgresql://db', REDIS_URL: url }).REDIS_URL).toBe(
      `redis://:${password}@redis:6379`,
    );
  });

  it('creates the folder for the files of partners that the composition mounts', () => {
    const { services } = production;
    for (const name of ['api', 'worker']) {
      const [{ type, source = '', target, read_only: readOnly } = {}] = (services[name]?.volumes ?? []).filter(
        (volume) => typeof volume !== 'string',
      );
      expect({ type, target, readOnly }).toEqual({ type: 'bind', target: '/run/partners', readOnly: true });
      // The user of the containers can enter it.
      expect(statSync(source).mode & 0o777).toBe(0o755);
    }
  });

  it('derives a lost public key from the private key', () => {
    const before = read();
    rmSync(join(folder, 'secret_public_keys'));
    make();
    expect(read()).toEqual(before);
  });

  it('makes the same kinds of keys with Node where openssl is not installed', () => {
    const [tools, made] = [join(parent, 'tools'), join(parent, 'by-node')];
    mkdirSync(tools);
    const needed = ['chmod', 'mkdir', 'mv', 'od', 'tr', 'sed', 'cat'];
    for (const name of needed)
      symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(tools, name));
    symlinkSync(process.execPath, join(tools, 'node'));
    execFileSync('/bin/sh', [script, made], { env: { PATH: tools } });
    const [privateKey, publicKey] = ['secret_private_keys', 'secret_public_keys'].map((name) =>
      readFileSync(join(made, name), 'utf8'),
    );
    expect(createPrivateKey(privateKey ?? '').asymmetricKeyType).toBe('x25519');
    expect(publicKey?.trim()).toBe(
      createPublicKey(privateKey ?? '')
        .export({ type: 'spki', format: 'pem' })
        .toString()
        .trim(),
    );
  });

  it('keeps existing files', () => {
    const before = read();
    make();
    expect(read()).toEqual(before);
  });
});
