import type { OfferVersionContent } from '@linework/schemas/catalog/offer-version';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import type { Mappings } from './move-ins.ts';

/** Rows of an export's archive: columns as they are stored. */
type Row = Readonly<Record<string, unknown>>;

/** The files of the archive that a receiver is set up from. */
export const setUpFiles = ['broker', 'number_range', 'pool', 'offer', 'offer_version'] as const;

export type Archive = Readonly<Record<(typeof setUpFiles)[number], readonly Row[]>>;

/** Sends a request of an operator and returns the record of its answer. */
export type Send = (method: 'GET' | 'POST', path: `/${string}`, body?: object) => Promise<unknown>;

/** The ids of this installation, by those of the other one. Whoever repeats a set-up passes what it has made before. */
type KnownIds = Record<string, string>;

interface SetUp {
  readonly brokerId: string;
  readonly numberPoolId: string | undefined;
  readonly simPoolId: string | undefined;
  readonly mappings: Mappings;
}

/**
 * Makes what a move-in needs before its first file: the broker with its id, its ranges, its pools and its offers. The
 * versions of offers get ids of this installation, so the mapping of subscriptions names them.
 */
export async function setUpBroker(
  send: Send,
  archive: Archive,
  { known, isThere, keep }: { readonly known: KnownIds; readonly isThere: boolean; readonly keep: () => Promise<void> },
): Promise<SetUp> {
  const [broker] = archive.broker;
  if (!broker) throw new Error('The archive has no broker.');
  const brokerId = String(broker['id']);
  const create = async (row: Row, path: `/${string}`, body: object): Promise<void> => {
    const id = String(row['id']);
    if (known[id] !== undefined) return;
    known[id] = ((await send('POST', path, compact(body))) as { readonly id: string }).id;
    await keep();
  };
  if (!isThere) await create(broker, '/brokers', { id: brokerId, name: broker['name'], code: broker['code'] });
  for (const row of archive.number_range)
    await create(row, '/inventory/ranges', {
      brokerId,
      kind: row['kind'],
      from: row['from_code'],
      to: row['to_code'],
    });
  for (const row of archive.pool)
    await create(row, '/inventory/pools', {
      brokerId,
      typeId: row['type_id'],
      name: row['name'],
      metadata: row['metadata'],
      lowAvailabilityThreshold: row['low_availability_threshold'],
      reservationTTL: row['reservation_ttl'],
      quarantineTTL: row['quarantine_ttl'],
      checkDigit: row['check_digit'],
    });
  for (const row of archive.offer)
    await create(row, '/catalog/offers', {
      brokerId,
      name: row['name'],
      description: row['description'],
      externalCode: row['external_code'],
      metadata: row['metadata'],
    });
  for (const row of archive.offer_version.toSorted((one, other) => Number(one['version']) - Number(other['version'])))
    await create(row, `/catalog/offers/${known[String(row['offer_id'])]}/versions`, {
      validFrom: row['valid_from'],
      validUntil: row['valid_until'],
      ...(row['content'] as OfferVersionContent),
    });
  const versions = archive.offer_version.map(({ id }) => [String(id), known[String(id)] ?? ''] as const);
  return {
    brokerId,
    numberPoolId: findPool(archive, known, msisdnTypeId),
    simPoolId: findPool(archive, known, simTypeId),
    mappings: { subscriptions: { values: { offerVersionId: Object.fromEntries(versions) } } },
  };
}

/** Rows name their pools; a row without one goes to the first of its kind. */
function findPool({ pool }: Archive, known: KnownIds, typeId: string): string | undefined {
  const first = pool.find((row) => row['type_id'] === typeId);
  return first && known[String(first['id'])];
}

const compact = (body: object) => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
