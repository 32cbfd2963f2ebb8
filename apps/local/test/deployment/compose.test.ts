import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiSettings, readApiConfig } from '@linework/api/config';
import { readConfig } from '@linework/config/read-config';
import { migrateSettings, rolesSettings } from '@linework/db/config';
import { networkSimulatorSettings } from '@linework/network-simulator/config';
import { partnerSimulatorSettings } from '@linework/partner-simulator/config';
import { takesLong } from '@linework/testing/run/takes-long';
import { readWorkerConfig, workerSettings } from '@linework/worker/config';
import { afterAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Compose, composeText, composeWith, demoSettings, dockerfile, neededVariables, type Service } from './read-compose.ts';

takesLong('much-work');

interface Program {
  readonly schema: z.ZodObject;
  readonly read: (env: Record<string, string>) => object;
}

const reading = (schema: z.ZodObject): Program => ({ schema, read: (env) => readConfig(schema, env) });
/** The programs, by the file that a service runs. */
const programs: Readonly<Record<string, Program>> = {
  'packages/db/src/create-roles-main.ts': reading(rolesSettings),
  'packages/db/src/migrate-main.ts': reading(migrateSettings),
  'apps/api/src/main.ts': { schema: apiSettings, read: readApiConfig },
  'apps/worker/src/main.ts': { schema: workerSettings, read: readWorkerConfig },
  'apps/network-simulator/src/main.ts': reading(networkSimulatorSettings),
  'apps/partner-simulator/src/main.ts': reading(partnerSimulatorSettings),
};

const production = {
  NODE_IMAGE: `node:24-slim@sha256:${'0'.repeat(64)}`,
  POSTGRES_IMAGE: `registry.example:5000/postgres:18@sha256:${'1'.repeat(64)}`,
  REDIS_IMAGE: `redis@sha256:${'f'.repeat(64)}`,
  SECRETS_FOLDER: '/srv/linework/secrets',
  PUBLIC_URL: 'https://linework.example',
  NETWORK: 'osmo-hlr',
  OSMO_HLR_VTY: 'hlr.example:4258',
  OSMO_HLR_CTRL: 'hlr.example:4259',
  PAYMENTS_URL: 'https://payments.example',
  TAX_AUTHORITY_URL: 'https://tax.example',
  CLEARING_HOUSE_URL: 'https://clearing.example',
  PAYMENTS_KEY: 'a key of the payment provider',
  TAX_AUTHORITY_KEY: 'a key of the tax authority',
  CLEARING_HOUSE_KEY: 'a key of the clearing house',
};

const projectFolder = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'linework-compose-'));
afterAll(() => rmSync(folder, { recursive: true }));
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, 'postgresql://somebody:secret@postgres:5432/linework');
const redisFile = join(folder, 'redis');
writeFileSync(redisFile, 'redis://:secret@redis:6379');

/** The services of the project's image that run a program. `check-images` runs a script without settings. */
const programServices = ({ services }: Compose): readonly (readonly [string, Service])[] =>
  Object.entries(services).filter(([, { image, command }]) => image === 'linework' && command?.[0] === 'node');
const fileOf = ({ command = [] }: Service): string => command.at(-1) ?? '';

/** The environment of the program in its container. The image sets NODE_ENV. */
function environmentOf({ environment = {} }: Service): Record<string, string> {
  const entries = Object.entries(environment).map(([name, value]) => [name, String(value)] as const);
  const fileIn = (name: string) => (name.startsWith('REDIS') ? redisFile : secretFile);
  return { NODE_ENV: 'production', ...Object.fromEntries(entries.map(([name, value]) => [name, value.startsWith('/run/secrets/') ? fileIn(name) : value])) };
}

describe.each([
  ['in production', production],
  ['with the simulators', demoSettings],
])('the composition %s', (_name, variables) => {
  const compose = composeWith(variables);

  it.each(programServices(compose))('starts %s with valid settings', (_service, service) => {
    const program = programs[fileOf(service)];
    expect(program).toBeDefined();
    expect(() => program?.read(environmentOf(service))).not.toThrow();
    expect(existsSync(join(projectFolder, fileOf(service)))).toBe(true);
  });

  it.each(programServices(compose))('has no unknown setting for %s', (_service, service) => {
    const known = Object.keys(programs[fileOf(service)]?.schema.shape ?? {});
    const unknown = Object.keys(service.environment ?? {}).filter((name) => !known.includes(name) && !known.includes(name.replace(/_FILE$/, '')));
    expect(unknown).toEqual([]);
  });

  it.each(Object.entries(compose.services))('mounts exactly the secrets that %s reads', (_service, { environment = {}, command = [], secrets = [] }) => {
    const read = [...Object.values(environment), ...command].flatMap((value) =>
      String(value).startsWith('/run/secrets/') ? [String(value).slice('/run/secrets/'.length)] : [],
    );
    expect(read.toSorted()).toEqual([...secrets].toSorted());
    for (const name of secrets) expect(compose.secrets).toHaveProperty(name);
  });
});

describe('the composition', () => {
  it.each([...neededVariables().keys()])('does not start without %s and explains how to set it', (name) => {
    const { [name as keyof typeof production]: _left, ...others } = production;
    expect(() => composeWith(others)).toThrow(neededVariables().get(name) ?? '');
    expect(neededVariables().get(name)).toMatch(new RegExp(`^Set ${name} to `));
  });

  it('has no default password and no default address of a partner or network', () => {
    const defaults = [...composeText.matchAll(/\$\{(\w+):-([^}]+)\}/g)].map(([, name]) => name);
    expect(new Set(defaults)).toEqual(new Set(['LOG_LEVEL']));
    expect(composeText).not.toMatch(/:\/\/\w+:\w+@|PASSWORD: (?!\/run\/secrets)/);
  });

  it('starts a simulator only with its profile, and no other service requires one', () => {
    const { services } = composeWith(production);
    const optional = Object.keys(services).filter((name) => services[name]?.profiles !== undefined);
    expect(optional).toEqual(Object.keys(services).filter((name) => name.endsWith('-simulator')));
    const waitsFor = Object.values(services).flatMap(({ depends_on: needed = {} }) => Object.entries(needed).filter(([, { required }]) => required !== false));
    expect(waitsFor.map(([name]) => name).filter((name) => optional.includes(name))).toEqual([]);
    for (const service of [services['api'], services['worker']]) expect(JSON.stringify(service?.environment)).not.toContain('simulator:');
  });

  it('uses the role that can only change rows for the programs', () => {
    const { services } = composeWith(production);
    expect(services['api']?.secrets).toEqual(['application_database_url', 'redis_url', 'secret_public_keys']);
    // Only the worker gets the private keys.
    expect(services['worker']?.secrets).toEqual(['application_database_url', 'redis_url', 'secret_private_keys']);
    expect(services['migrate']?.secrets).toEqual(['owner_database_url']);
  });

  it('passes the settings of tax receipts, and the keys of partners as files', () => {
    const { PAYMENTS_KEY: _, ...others } = production;
    const tax = { TAX_ENVIRONMENT: 'PRODUCTION', TAX_CERTIFICATE_FILE: '/tax/certificate.pem', TAX_KEY_FILE: '/tax/key.pem' };
    const { services } = composeWith({ ...others, ...tax, PAYMENTS_KEY_FILE: secretFile });
    const [api, worker] = [services['api'] ?? {}, services['worker'] ?? {}].map((service) => environmentOf(service as Service));
    expect(readApiConfig(api)).toMatchObject({ ...tax, PAYMENTS_KEY: 'postgresql://somebody:secret@postgres:5432/linework' });
    expect(readWorkerConfig(worker)).toHaveProperty('PAYMENTS_KEY');
  });

  it('passes the addresses of a remote catalogue and order service to the API if they are set', () => {
    const remote = {
      ...{ CATALOG_URL: 'https://catalog.example', CATALOG_KEY: 'a key', CATALOG_TIMEOUT_MS: '500' },
      ...{ ORDERS_URL: 'https://orders.example', ORDERS_TIMEOUT_MS: '700' },
    };
    const { services } = composeWith({ ...production, ...remote, ORDERS_KEY_FILE: secretFile });
    const expected = { ...remote, CATALOG_TIMEOUT_MS: 500, ORDERS_TIMEOUT_MS: 700, ORDERS_KEY: 'postgresql://somebody:secret@postgres:5432/linework' };
    expect(readApiConfig(environmentOf(services['api'] as Service))).toMatchObject(expected);
    const config = readApiConfig(environmentOf(composeWith(production).services['api'] as Service));
    expect(config).toMatchObject({ CATALOG_KEY: '', ORDERS_KEY: '' });
    for (const name of ['CATALOG_URL', 'ORDERS_URL']) expect(config).not.toHaveProperty(name);
  });

  it.each([
    ['digests in production', production, []],
    ['the tags of deploy/demo.env', demoSettings, []],
    ['no tag in production', { ...production, POSTGRES_IMAGE: 'postgres:18' }, ['POSTGRES_IMAGE']],
    ['no tags of deploy/demo.env with another network', { ...demoSettings, NETWORK: 'osmo-hlr' }, ['NODE_IMAGE', 'POSTGRES_IMAGE', 'REDIS_IMAGE']],
    ['no tags with the simulator, unless it is deploy/demo.env', { ...demoSettings, IMAGES_BY_TAG: '' }, ['NODE_IMAGE', 'POSTGRES_IMAGE', 'REDIS_IMAGE']],
    ['no part of a digest', { ...production, NODE_IMAGE: 'node:24-slim@sha256:', REDIS_IMAGE: 'redis:8@sha256:1' }, ['NODE_IMAGE', 'REDIS_IMAGE']],
  ])('accepts %s', (_name, variables, rejected) => {
    const { command: [shell = '', ...args] = [], environment } = composeWith(variables).services['check-images'] ?? {};
    const env = Object.fromEntries(Object.entries(environment ?? {}).map(([name, value]) => [name, String(value)]));
    const { status, stderr } = spawnSync(shell, args, { cwd: projectFolder, env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' });
    expect([...stderr.matchAll(/^(\w+) must name an image with its digest/gm)].map(([, name]) => name)).toEqual(rejected);
    expect(status).toBe(rejected.length === 0 ? 0 : 1);
  });

  it('starts nothing before the images are checked', () => {
    const { services } = composeWith(demoSettings);
    const waits = (name: string): boolean =>
      Object.entries(services[name]?.depends_on ?? {}).some(([needed, { condition, required }]) =>
        needed === 'check-images' ? condition === 'service_completed_successfully' : required !== false && waits(needed),
      );
    expect(Object.keys(services).filter((name) => !waits(name))).toEqual(['check-images']);
  });

  it('has a variable with the digest of each image', () => {
    const images = [...composeText.matchAll(/^\s*image: (.*)$/gm)].map(([, image]) => image ?? '');
    expect(images.filter((image) => image !== 'linework' && !/^\$\{\w+_IMAGE:\?.*@sha256:/.test(image))).toEqual([]);
    const stages = new Set([...dockerfile.matchAll(/^FROM \S+ AS (\S+)/gm)].map(([, stage]) => stage));
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image).filter((image) => !stages.has(image));
    expect(new Set(bases)).toEqual(new Set(['$' + '{NODE_IMAGE}']));
    expect(dockerfile).toMatch(/^ENV NODE_ENV=production/m);
  });
});
