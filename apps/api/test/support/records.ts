import type { Route } from '@linework/http/define-route';
import { createApiKey } from '@linework/domain/keys/create-api-key';
import { blockLineRoute } from '@linework/schemas/lines/block-line.route';
import type { TestBroker } from '@linework/testing/a-broker';
import { anActiveLine } from '@linework/testing/a-line';
import type { TestApi } from './test-api.ts';

/** One record of every kind that a path or a filter can name, all of one broker. */
export interface Records {
  readonly broker: TestBroker;
  readonly lineId: string;
  readonly holderId: string;
  readonly orderId: string;
  readonly apiKeyId: string;
}

export async function recordsOfABroker(api: TestApi): Promise<Records> {
  const client = await api.aClient();
  const { broker } = client;
  const { id: lineId, holderId } = await anActiveLine(api.db, { brokerId: broker.id, externalCode: 'foreign' });
  const placed = await client.call(blockLineRoute, { params: { id: lineId } });
  const orderId = placed.headers.get('Location')?.split('/').at(-1) ?? '';
  const { id: apiKeyId } = await createApiKey(api.db, { name: 'of a broker', brokerId: broker.id, scopes: ['lines:read'] });
  return { broker, lineId, holderId, orderId, apiKeyId };
}

const kinds: readonly (readonly [path: RegExp, kind: Exclude<keyof Records, 'broker'>])[] = [
  [/^\/lines\/\{id\}/, 'lineId'],
  [/^\/orders\/\{orderId\}/, 'orderId'],
  [/^\/api-keys\/\{id\}/, 'apiKeyId'],
];

/** The record that the path of a route names. A route that names a new kind of record says so here. */
export function recordFor({ path }: Route, records: Records): string {
  const kind = kinds.find(([pattern]) => pattern.test(path))?.[1];
  if (kind === undefined) throw new Error(`support/records.ts makes no record for ${path}`);
  return records[kind];
}

const filters: Readonly<Record<string, (records: Records) => string>> = {
  brokerId: ({ broker }) => broker.id,
  holderId: ({ holderId }) => holderId,
  resourceId: ({ lineId }) => lineId,
};

/** The query parameters of a route that name a record, each with the one of `records`. */
export function filtersOf({ query, path }: Route, records: Records): readonly (readonly [name: string, id: string])[] {
  const named = Object.keys(query?.shape ?? {}).filter((name) => /Id$/.test(name) && !['correlationId', 'iccId'].includes(name));
  return named.map((name) => {
    const give = filters[name];
    if (give === undefined) throw new Error(`support/records.ts knows no record for the parameter ${name} of ${path}`);
    return [name, give(records)];
  });
}
