import { existsSync } from 'node:fs';
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
// biome-ignore lint/style/noProcessEnv: tests have no configuration, and the address depends on the machine.
const hasRedisUrl = (): boolean => Boolean(process.env['REDIS_URL']);

/** What tests need and a machine may lack. */
const things = {
  chromium: { isThere: () => findChromium() !== undefined, provide: () => void getChromium() },
  flock: program('flock', 'util-linux'),
  git: program('git'),
  'official-schemas': { isThere: () => existsSync(officialSchemasFolder), provide: requireOfficialSchemas },
  'osmo-hlr': program('osmo-hlr'),
  poppler: program('pdftotext', 'poppler-utils'),
  /** Any Redis; `redis-server` is one that a test starts and ends. */
  redis: {
    isThere: () => hasRedisUrl() || redisServer.isThere(),
    provide: () => hasRedisUrl() || redisServer.provide(),
  },
  'redis-server': redisServer,
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
