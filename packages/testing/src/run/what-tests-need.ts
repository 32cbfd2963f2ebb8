import { existsSync, globSync } from 'node:fs';
import { installIfMissing, isInstalled } from '@linework/local-servers/install-if-missing';
import { findChromium, getChromium } from './get-chromium.ts';
import { officialSchemasFolder } from './official-schemas-folder.ts';

interface Thing {
  isThere(): boolean;
  /** Throws an error that says what is missing, and what to do. A process of root installs programs. */
  provide(): void;
}

const program = (name: string, debianPackage = name): Thing => ({
  isThere: () => isInstalled(name),
  provide: () => installIfMissing(name, debianPackage),
});

const redisServer = program('redis-server');

const haproxy = program('/usr/sbin/haproxy', 'haproxy');

/** Debian's PostgreSQL: the one from npm has neither pg_basebackup nor pg_rewind. */
const findPgRewind = (): string | undefined => globSync('/usr/lib/postgresql/*/bin/pg_rewind').toSorted().at(-1);
const debianPostgres: Thing = {
  isThere: () => findPgRewind() !== undefined,
  provide: () => installIfMissing(findPgRewind() ?? '/usr/lib/postgresql/15/bin/pg_rewind', 'postgresql'),
};

const all = (...parts: readonly Thing[]): Thing => ({
  isThere: () => parts.every((part) => part.isThere()),
  provide: () => {
    for (const part of parts) part.provide();
  },
});

// biome-ignore lint/style/noProcessEnv: tests have no configuration, and the address depends on the machine.
const hasRedisUrl = (): boolean => Boolean(process.env['REDIS_URL']);

/** What tests need and a machine may lack. */
const things = {
  /** The servers of deploy/cell. */
  cell: all(
    program('etcd', 'etcd-server'),
    program('patroni'),
    haproxy,
    debianPostgres,
    program('pgbackrest'),
    redisServer,
  ),
  chromium: { isThere: () => findChromium() !== undefined, provide: () => void getChromium() },
  'docker-compose': program('docker-compose'),
  flock: program('flock', 'util-linux'),
  git: program('git'),
  kubectl: program('kubectl', 'kubernetes-client'),
  haproxy,
  'official-schemas': { isThere: () => existsSync(officialSchemasFolder), provide: requireOfficialSchemas },
  openssl: program('openssl'),
  'osmo-hlr': program('osmo-hlr'),
  pgbouncer: program('/usr/sbin/pgbouncer', 'pgbouncer'),
  /** Also brings `promtool`. */
  prometheus: program('prometheus'),
  /** The programs for backups of PostgreSQL, which npm's PostgreSQL has not. */
  postgresql: debianPostgres,
  poppler: program('pdftotext', 'poppler-utils'),
  /** Any Redis; `redis-server` is one that a test starts and ends. */
  redis: {
    isThere: () => hasRedisUrl() || redisServer.isThere(),
    provide: () => hasRedisUrl() || redisServer.provide(),
  },
  'redis-server': redisServer,
  'systemd-analyze': program('systemd-analyze', 'systemd'),
  xmllint: program('xmllint', 'libxml2-utils'),
} as const satisfies Readonly<Record<string, Thing>>;

export type Need = keyof typeof things;

/** What this machine lacks, and a sentence about it with a remedy. */
export interface Lack {
  readonly need: Need;
  readonly reason: string;
}

export function findLack(need: Need): Lack | undefined {
  try {
    things[need].provide();
    return undefined;
  } catch (error) {
    return { need, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Installs nothing. */
export const listPresent = (): readonly string[] =>
  Object.entries(things)
    .filter(([, thing]) => thing.isThere())
    .map(([name]) => name);

function requireOfficialSchemas(): void {
  if (existsSync(officialSchemasFolder)) return;
  throw new Error(
    'The official schemas of NFCom are missing. Set OFFICIAL_SCHEMAS_FOLDER to their folder (CONTRIBUTING.md).',
  );
}
