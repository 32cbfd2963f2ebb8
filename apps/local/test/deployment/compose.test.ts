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
import { demoDataSettings, publishedAddresses } from '../../src/demo/config.ts';
import {
  type Compose,
  demo,
  demoText,
  dockerfile,
  neededVariables,
  productionText,
  productionWith,
  type Service,
  variablesOf,
} from './read-compose.ts';

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
  'apps/local/src/demo-data-main.ts': reading(demoDataSettings),
};

const production = {
  NODE_IMAGE: `node:24-slim@sha256:${'0'.repeat(64)}`,
  POSTGRES_IMAGE: `registry.example:5000/postgres:18@sha256:${'1'.repeat(64)}`,
  REDIS_IMAGE: `redis@sha256:${'f'.repeat(64)}`,
  COMPOSE_PROFILES: 'postgres,redis',
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

/** The services of the project's image that run a program. Others run a script without settings. */
const programServices = ({ services }: Compose): readonly (readonly [string, Service])[] =>
  Object.entries(services).filter(([, { image, command }]) => image.startsWith('linework') && command?.[0] === 'node');
const fileOf = ({ command = [] }: Service): string => command.at(-1) ?? '';

/** The environment of the program in its container. The image sets NODE_ENV. */
function environmentOf(service: Service): Record<string, string> {
  const entries = Object.entries(variablesOf(service));
  const fileIn = (name: string) => (name.startsWith('REDIS') ? redisFile : secretFile);
  return {
    NODE_ENV: 'production',
    ...Object.fromEntries(
      entries.map(([name, value]) => [name, value.startsWith('/run/secrets/') ? fileIn(name) : value]),
    ),
  };
}

describe.each([
  ['of production', productionWith(production)],
  ['of the demo', demo],
])('the composition %s', (_name, compose) => {
  it.each(programServices(compose))('starts %s with valid settings', (_service, service) => {
    const program = programs[fileOf(service)];
    expect(program).toBeDefined();
    expect(() => program?.read(environmentOf(service))).not.toThrow();
    expect(existsSync(join(projectFolder, fileOf(service)))).toBe(true);
  });

  it.each(programServices(compose))('has no unknown setting for %s', (_service, service) => {
    const known = Object.keys(programs[fileOf(service)]?.schema.shape ?? {});
    const unknown = Object.keys(service.environment ?? {}).filter(
      (name) => !known.includes(name) && !known.includes(name.replace(/_FILE$/, '')),
    );
    expect(unknown).toEqual([]);
  });
});

/** The secrets that a service reads, by their names. */
const secretsReadBy = ({ environment = {}, command = [] }: Service): readonly string[] =>
  [...Object.values(environment), ...command].flatMap((value) =>
    String(value).startsWith('/run/secrets/') ? [String(value).slice('/run/secrets/'.length)] : [],
  );

describe('the composition of production', () => {
  it.each(Object.entries(productionWith(production).services))(
    'mounts exactly the secrets that %s reads',
    (_name, service) => {
      expect(secretsReadBy(service).toSorted()).toEqual([...(service.secrets ?? [])].toSorted());
      for (const name of service.secrets ?? []) expect(productionWith(production).secrets).toHaveProperty(name);
    },
  );

  it.each([...neededVariables().keys()])('does not start without %s and explains how to set it', (name) => {
    const { [name as keyof typeof production]: _left, ...others } = production;
    expect(() => productionWith(others)).toThrow(neededVariables().get(name) ?? '');
    expect(neededVariables().get(name)).toMatch(new RegExp(`^Set ${name} to `));
  });

  it('has no default password and no default address of a partner or network', () => {
    const defaults = [...productionText.matchAll(/\$\{(\w+):-([^}]+)\}/g)].map(([, name]) => name);
    expect(new Set(defaults)).toEqual(new Set(['SETTINGS_FILE', 'POSTGRES_IMAGE', 'REDIS_IMAGE']));
    expect(productionText).not.toMatch(/:\/\/\w+:\w+@|PASSWORD: (?!\/run\/secrets)/);
  });

  it('has no simulator', () => {
    expect(JSON.stringify(productionWith(production))).not.toContain('simulator');
  });

  it.each(Object.entries(productionWith(production).services))(
    'cannot create demo data with the settings of %s',
    (_name, service) => {
      expect(() => readConfig(demoDataSettings, environmentOf(service))).toThrow('PARTNER_SIMULATOR_URL is missing');
    },
  );

  it('uses the role that can only change rows for the programs', () => {
    const { services } = productionWith(production);
    expect(services['api']?.secrets).toEqual(['application_database_url', 'redis_url', 'secret_public_keys']);
    // Only the worker gets the private keys.
    expect(services['worker']?.secrets).toEqual(['application_database_url', 'redis_url', 'secret_private_keys']);
    expect(services['migrate']?.secrets).toEqual(['owner_database_url']);
  });

  it('passes the settings of tax receipts, and the keys of partners as files', () => {
    const { PAYMENTS_KEY: _, ...others } = production;
    const tax = {
      TAX_ENVIRONMENT: 'PRODUCTION',
      TAX_CERTIFICATE_FILE: '/tax/certificate.pem',
      TAX_KEY_FILE: '/tax/key.pem',
    };
    const { services } = productionWith({ ...others, ...tax, PAYMENTS_KEY_FILE: secretFile });
    const [api, worker] = [services['api'] ?? {}, services['worker'] ?? {}].map((service) =>
      environmentOf(service as Service),
    );
    expect(readApiConfig(api)).toMatchObject({
      ...tax,
      PAYMENTS_KEY: 'postgresql://somebody:secret@postgres:5432/linework',
    });
    expect(readWorkerConfig(worker)).toHaveProperty('PAYMENTS_KEY');
  });

  it('passes the addresses of a remote catalogue and order service to the API if they are set', () => {
    const remote = {
      ...{ CATALOG_URL: 'https://catalog.example', CATALOG_KEY: 'a key', CATALOG_TIMEOUT_MS: '500' },
      ...{ ORDERS_URL: 'https://orders.example', ORDERS_TIMEOUT_MS: '700' },
    };
    const { services } = productionWith({ ...production, ...remote, ORDERS_KEY_FILE: secretFile });
    const expected = {
      ...remote,
      CATALOG_TIMEOUT_MS: 500,
      ORDERS_TIMEOUT_MS: 700,
      ORDERS_KEY: 'postgresql://somebody:secret@postgres:5432/linework',
    };
    expect(readApiConfig(environmentOf(services['api'] as Service))).toMatchObject(expected);
    const config = readApiConfig(environmentOf(productionWith(production).services['api'] as Service));
    expect(config).toMatchObject({ CATALOG_KEY: '', ORDERS_KEY: '' });
    for (const name of ['CATALOG_URL', 'ORDERS_URL']) expect(config).not.toHaveProperty(name);
  });

  it('passes every setting of the API and of the worker that is in the settings file', () => {
    const { services } = productionWith(production);
    for (const [name, schema] of [
      ['api', apiSettings],
      ['worker', workerSettings],
    ] as const) {
      const file = Object.fromEntries(Object.keys(schema.shape).map((setting) => [setting, `set ${setting}`]));
      const given = variablesOf({ ...(services[name] as Service), settings: file });
      const fixed = Object.keys(services[name]?.environment ?? {});
      const lost = Object.keys(file).filter((setting) => given[setting] !== `set ${setting}`);
      expect(lost.filter((setting) => !fixed.includes(setting))).toEqual([]);
      // Only what the composition itself decides stands there: addresses inside it, secrets, and what it requires.
      expect(fixed.filter((setting) => String(services[name]?.environment?.[setting]) === '')).toEqual([]);
    }
    const behindProxy = { ...production, TRUST_PROXY: '1', CORS_ORIGINS: 'https://shop.example', DB_POOL_SIZE: '20' };
    expect(readApiConfig(environmentOf(productionWith(behindProxy).services['api'] as Service))).toMatchObject({
      DB_POOL_SIZE: 20,
      CORS_ORIGINS: ['https://shop.example'],
    });
  });

  it('runs with a PostgreSQL and a Redis of your own, without a change of the file', () => {
    const { services } = productionWith(production);
    const optional = Object.entries(services).filter(([, { profiles }]) => profiles !== undefined);
    expect(optional.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['postgres', ['postgres']],
      ['redis', ['redis']],
    ]);
    const needs = Object.values(services).flatMap((service) => Object.entries(service.depends_on ?? {}));
    const required = needs.filter(([name, { required = true }]) => required && services[name]?.profiles);
    expect(required).toEqual([]);
  });

  it.each([
    ['digests and a network', production, []],
    [
      'servers of your own without their images',
      {
        ...production,
        COMPOSE_PROFILES: 'external-postgres,external-redis',
        POSTGRES_IMAGE: undefined,
        REDIS_IMAGE: undefined,
      },
      [],
    ],
    [
      'no server that is here and elsewhere, or nowhere',
      { ...production, COMPOSE_PROFILES: 'postgres,external-postgres' },
      ['COMPOSE_PROFILES', 'COMPOSE_PROFILES'],
    ],
    ['no tag', { ...production, POSTGRES_IMAGE: 'postgres:18' }, ['POSTGRES_IMAGE']],
    [
      'no part of a digest',
      { ...production, NODE_IMAGE: 'node:24-slim@sha256:', REDIS_IMAGE: 'redis:8@sha256:1' },
      ['NODE_IMAGE', 'REDIS_IMAGE'],
    ],
    ['no simulator', { ...production, NETWORK: 'simulator' }, ['NETWORK']],
  ])('accepts %s', (_name, variables, rejected) => {
    const { command: [shell = '', ...args] = [], environment } =
      productionWith(variables as Record<string, string>).services['check-production'] ?? {};
    const env = Object.fromEntries(Object.entries(environment ?? {}).map(([name, value]) => [name, String(value)]));
    const { status, stderr } = spawnSync(shell, args, {
      cwd: projectFolder,
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    });
    expect([...stderr.matchAll(/^(\w+) must name /gm)].map(([, name]) => name)).toEqual(rejected);
    expect(status).toBe(rejected.length === 0 ? 0 : 1);
  });

  it('starts nothing before it is checked', () => {
    expect(namesThatDoNotWaitFor('check-production', productionWith(production))).toEqual(['check-production']);
  });

  it('has a variable for each image', () => {
    const images = [...productionText.matchAll(/^\s*image: (.*)$/gm)].map(([, image]) => image ?? '');
    expect(images.filter((image) => image !== 'linework')).toEqual([
      '$' + '{POSTGRES_IMAGE:-postgres-image-is-not-set}',
      '$' + '{REDIS_IMAGE:-redis-image-is-not-set}',
    ]);
    const stages = new Set([...dockerfile.matchAll(/^FROM \S+ AS (\S+)/gm)].map(([, stage]) => stage));
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)]
      .map(([, image]) => image)
      .filter((image) => !stages.has(image));
    expect(new Set(bases)).toEqual(new Set(['$' + '{NODE_IMAGE}']));
    expect(dockerfile).toMatch(/^ENV NODE_ENV=production/m);
  });
});

/** The services that may start before another one has ended. */
function namesThatDoNotWaitFor(first: string, { services }: Compose): readonly string[] {
  const waits = (name: string): boolean =>
    Object.entries(services[name]?.depends_on ?? {}).some(
      ([needed, { condition, required = true }]) =>
        required && ((needed === first && condition === 'service_completed_successfully') || waits(needed)),
    );
  return Object.keys(services).filter((name) => !waits(name));
}

describe('the composition of the demo', () => {
  it('needs nothing that is set', () => {
    expect(demoText).not.toMatch(/\$\{\w+:?\?/);
    expect(demo.secrets).toBeUndefined();
  });

  it('sends every order and every call of a partner to a simulator that it starts', () => {
    const { api, worker } = demo.services;
    expect(worker?.environment).toMatchObject({ NETWORK: 'simulator', NETWORK_URL: 'http://network-simulator:3010' });
    for (const service of [api, worker]) {
      const addresses = ['PAYMENTS_URL', 'TAX_AUTHORITY_URL', 'CLEARING_HOUSE_URL'].map(
        (name) => new URL(String(service?.environment?.[name])).hostname,
      );
      expect(new Set(addresses)).toEqual(new Set(['partner-simulator']));
    }
    expect(Object.keys(demo.services)).toEqual(expect.arrayContaining(['network-simulator', 'partner-simulator']));
  });

  it('makes the secrets that its services read before one of them starts', () => {
    const makers = namesThatDoNotWaitFor('make-secrets', demo);
    const readers = Object.entries(demo.services).filter(([, service]) => secretsReadBy(service).length > 0);
    expect(readers.map(([name]) => name).filter((name) => makers.includes(name))).toEqual([]);
    for (const [, { volumes }] of readers) expect(volumes).toContain('secrets:/run/secrets:ro');
    const made = join(folder, 'made');
    spawnSync('sh', ['deploy/make-secrets.sh', made], { cwd: projectFolder });
    expect(
      readers.flatMap(([, service]) => secretsReadBy(service)).filter((name) => !existsSync(join(made, name))),
    ).toEqual([]);
  });

  it('creates its data last, once, and keeps the keys in a volume', () => {
    const { 'demo-data': data, ...others } = demo.services;
    expect(data).toMatchObject({
      restart: 'no',
      volumes: expect.arrayContaining(['demo:/state']),
      environment: { DEMO_FILE: '/state/demo.json' },
    });
    const running = Object.entries(others).filter(([, { ports, expose }]) => ports ?? expose);
    expect(data?.depends_on).toEqual(
      Object.fromEntries(running.map(([name]) => [name, { condition: 'service_healthy' }])),
    );
  });

  it('prints the addresses that it publishes', () => {
    const ports = Object.values(demo.services).flatMap((service) => service.ports ?? []);
    const addresses = ports.map((port) => `http://localhost:${port.split(':')[1]}`);
    expect(Object.values(publishedAddresses).toSorted()).toEqual(addresses.toSorted());
  });

  it('is reached from this machine only', () => {
    const ports = Object.values(demo.services).flatMap((service) => service.ports ?? []);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('has images, volumes and containers of its own beside those of production', () => {
    expect([demo.name, productionWith(production).name]).toEqual(['linework-demo', 'linework']);
    expect(Object.values(demo.services).filter(({ image }) => image === 'linework')).toEqual([]);
  });

  it('runs the services of production with the same commands and checks of their health', () => {
    const { 'check-production': _check, ...services } = productionWith(production).services;
    for (const [name, { command, healthcheck, stop_grace_period: grace }] of Object.entries(services)) {
      expect({ name, ...demo.services[name] }).toMatchObject({
        name,
        command,
        ...(healthcheck && { healthcheck }),
        ...(grace && { stop_grace_period: grace }),
      });
    }
  });
});
