import { createApiKey } from '@linework/api-keys/create-api-key';
import { roles } from '@linework/auth/roles';
import { scopes } from '@linework/auth/scopes';
import type { Route } from '@linework/http/define-route';
import { listMediaTypes } from '@linework/http/list-media-types';
import { afterAll, describe, expect, it } from 'vitest';
import { consoleReads } from '../../src/console/console-endpoints.ts';
import { startTestConsole } from '../console/test-console.ts';
import { everyRoute, namesRecord } from '../support/every-route.ts';
import { recordsFor, recordsOfABroker } from '../support/records.ts';
import { aQueryFor, jsonSchemaOf, pathOf } from '../support/sample-of.ts';
import { type PlainResponse, send } from '../support/send.ts';
import { listEveryForm } from './every-form.ts';
import { plantSecrets, type SecretValue } from './secret-values.ts';

const page = await startTestConsole();
const { api } = page;
afterAll(() => page.close());

const records = await recordsOfABroker(api);
const actor = await createApiKey(api.db, { name: 'night shift', brokerId: records.broker.id, scopes: ['keys:read'] });
const secrets = await plantSecrets(api, records, actor.id);

/** Reads a path with an `Accept` header. */
type Read = (path: string, accept: string) => Promise<PlainResponse>;

interface Reader {
  readonly name: string;
  readonly read: Read;
  readonly mayRead: (secret: SecretValue) => boolean;
}

const withKey =
  (key: string): Read =>
  (path, accept) =>
    send(api.port, { path, headers: { 'X-API-Key': key, Accept: accept, Connection: 'close' } });

const keyReaders = await Promise.all(
  scopes.map(async (scope): Promise<Reader> => {
    const client =
      scope === 'operator'
        ? await api.anOperatorsClient([scope])
        : await api.aClient({ broker: records.broker, scopes: [scope] });
    return {
      name: `a key with ${scope}`,
      read: withKey(client.key),
      mayRead: (secret) => secret.scopes.includes(scope),
    };
  }),
);
const people = await Promise.all(
  roles.map(async (role): Promise<Reader> => {
    const { call } = await page.signedIn(role);
    return {
      name: `a person with the role ${role}`,
      read: (path, accept) => call('GET', path, undefined, { Accept: accept, Connection: 'close' }),
      mayRead: ({ roles: readers = [] }) => readers.includes(role),
    };
  }),
);

/** Who has a number or a tax id finds its records, and still reads them masked. */
const searchedFor = ['number of a line', 'tax id of a holder', 'number of a port-in', 'code of a resource'].flatMap(
  (wanted) => secrets.find(({ kind }) => kind.startsWith(wanted))?.value ?? [],
);

/**
 * The paths at which a route is read: each record, and each order of a list in pages of one, so that there are cursors.
 */
function listPaths(route: Route): readonly string[] {
  const paths = namesRecord(route)
    ? recordsFor(route, records).map((id) => pathOf(route, () => id))
    : [pathOf(route, () => 'line')];
  const { properties = {} } = jsonSchemaOf(route.query) ?? {};
  const sorts = (properties['sortBy']?.enum ?? []).map((sortBy) => `?limit=1&sortBy=${sortBy}`);
  const pages = sorts.length > 0 ? sorts : properties['limit'] ? ['?limit=1'] : [];
  const asked = ['q', 'msisdn', 'externalCode', 'federalTaxId'].filter((name) => properties[name]);
  const questions = asked.flatMap((name) => searchedFor.map((value) => `?${name}=${encodeURIComponent(value)}`));
  const all = [...new Set([...pages, ...questions])];
  return paths.flatMap((path) => ['', ...all].map((query) => (query === '' ? path + aQueryFor(route) : path + query)));
}

const needlesOf = ({ value }: SecretValue): readonly string[] => {
  const lower = value.toLowerCase();
  return [...new Set([lower, lower.replace(/^\+(?:55)?/, '')])];
};
const needles = secrets.map((secret) => ({ secret, texts: needlesOf(secret) }));

let places = 0;

/** Many answers are the same for several readers. */
const foundIn = new Map<string, readonly SecretValue[]>();

/** The values that a text has in any form. */
function findValues(text: string): readonly SecretValue[] {
  const known = foundIn.get(text);
  if (known !== undefined) return known;
  const forms = listEveryForm(text).join('\n').toLowerCase();
  const found = needles
    .filter(({ texts }) => texts.some((needle) => forms.includes(needle)))
    .map(({ secret }) => secret);
  foundIn.set(text, found);
  return found;
}

/** The values in an answer that its reader may not see. What the reader asked for was known to it. */
function findSecrets(
  { text, headers }: PlainResponse,
  reader: Reader,
  { path, route }: { readonly path: string; readonly route: Route },
): readonly string[] {
  places += 1;
  const { date: _, 'x-request-id': __, ...named } = headers;
  const found = [...findValues(text), ...findValues(JSON.stringify(named))];
  const inLinks = findValues(String(named['link'] ?? ''));
  const isAsked = ({ value }: SecretValue) => path.includes(encodeURIComponent(value));
  // An export has everything but what nobody reads; the IMSI of a line is that of its SIM.
  const isExported = ({ scopes: readers, kind }: SecretValue) =>
    route.scope === 'exports:create' && (readers.length > 0 || kind.includes('IMSI of a line'));
  // Addresses are in the logs of proxies, so a link has no value for anybody.
  const hidden = found.filter(
    (secret) => ((!reader.mayRead(secret) && !isExported(secret)) || inLinks.includes(secret)) && !isAsked(secret),
  );
  return [...new Set(hidden.map(({ kind }) => kind))];
}

async function readEverywhere(route: Route, reader: Reader): Promise<readonly string[]> {
  const types = [...new Set(Object.values(route.responses).flatMap(listMediaTypes))].filter(
    (type) => type !== 'text/event-stream',
  );
  const hits: string[] = [];
  for (const path of listPaths(route)) {
    for (const type of types) {
      const response = await reader.read(path, type);
      if (response.status >= 500) throw new Error(`${path}: ${response.text}`);
      hits.push(
        ...findSecrets(response, reader, { path, route }).map(
          (kind) => `${reader.name} reads ${kind} at ${route.path} (${type})`,
        ),
      );
      if (response.status === 403 && /missing-(?:scope|role)/.test(response.text)) return hits;
    }
  }
  return [...new Set(hits)];
}

/** What only the console reads. A key finds nothing at its address. */
const readsOfConsole = consoleReads.map(({ route }) => [`GET /console/api${route.path}`, route] as const);

describe.each(readsOfConsole)('%s', (_name, route) => {
  it('shows no value to a person in the console', async () => {
    expect((await Promise.all(people.map((reader) => readEverywhere(route, reader)))).flat()).toEqual([]);
  });
});

describe.each(everyRoute(({ method }) => method === 'get'))('%s', (_name, route) => {
  it('shows no value to a key whose scope does not name it', async () => {
    expect((await Promise.all(keyReaders.map((reader) => readEverywhere(route, reader)))).flat()).toEqual([]);
  });

  it('shows no value to a person in the console', async () => {
    expect((await Promise.all(people.map((reader) => readEverywhere(route, reader)))).flat()).toEqual([]);
  });
});

describe('a person in the console', () => {
  const findValue = (wanted: string): string => secrets.find(({ kind }) => kind.startsWith(wanted))?.value ?? '';
  const countOf = async (path: string): Promise<number> =>
    JSON.parse((await (people[2] as Reader).read(path, 'application/json')).text).meta.total;
  const holder = findValue('name of a holder');
  const code = findValue('code of a resource');

  it.each([
    ['/holders?name=', holder],
    ['/inventory/resources?externalCode=', code],
  ])('finds records at %s by the whole value', async (path, value) => {
    expect(await countOf(path + encodeURIComponent(value))).toBeGreaterThan(0);
  });

  it.each([
    ['the beginning of a name', '/holders?name=', holder.slice(0, -1)],
    ['a name with a wildcard', '/holders?name=', `${holder.slice(0, -1)}_`],
    ['the end of a code', '/inventory/resources?externalCode=', code.slice(-8)],
    ['a code with a wildcard', '/inventory/resources?externalCode=', `${code.slice(0, -1)}%`],
  ])('finds nothing by %s', async (_name, path, value) => {
    expect(await countOf(path + encodeURIComponent(value))).toBe(0);
  });

  it('gets no list in the order of a member that is masked', async () => {
    const { status, text } = await (people[2] as Reader).read(
      '/inventory/resources?sortBy=externalCode',
      'application/json',
    );
    expect([status, JSON.parse(text).code]).toEqual([403, 'not-in-console']);
  });
});

afterAll(() => console.log(`${secrets.length} values × ${places} places`));
