import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import { v7 as newId } from 'uuid';
import { aBroker } from './a-broker.ts';
import { withCheckDigit } from './codes/with-check-digit.ts';
import { withSecrets } from './secrets/with-secrets.ts';

export interface TestPool {
  readonly id: string;
  readonly brokerId: string;
  readonly typeId: string;
  /** In the order in which the pool allocates them. */
  readonly resourceIds: readonly string[];
}

/** The values that a test may choose for its pool. The others have generated values. */
export interface PoolOptions {
  readonly brokerId?: string;
  readonly type?: 'MSISDN' | 'SIM';
  readonly name?: string;
  /** The codes of its resources, instead of generated ones. */
  readonly codes?: readonly string[];
  /** The number of its resources, all available. */
  readonly count?: number;
  /** The attributes of its first resources, instead of generated ones. */
  readonly attributes?: readonly object[];
  /** Whether its SIMs have K and OPc. */
  readonly withKeys?: boolean;
  readonly lowAvailabilityThreshold?: number;
  readonly reservationTtl?: number;
  readonly quarantineTtl?: number;
  readonly checkDigit?: 'luhn' | 'none';
}

const addResources = statement(
  'test-add-resources',
  { ids: 'uuid[]', poolId: 'uuid', typeId: 'uuid', brokerId: 'uuid', codes: 'text[]', attributes: 'text[]' },
  `INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, attributes)
   SELECT id, :poolId, :typeId, :brokerId, code, attributes::jsonb
   FROM unnest(:ids, :codes, :attributes) AS r(id, code, attributes)`,
);

let codeCount = 0;

/** A new pool of numbers or SIMs. */
export async function aPool(
  db: Db,
  {
    type = 'MSISDN',
    codes: ownCodes = [],
    count = ownCodes.length,
    attributes: ownAttributes = [],
    withKeys = false,
    ...options
  }: PoolOptions = {},
): Promise<TestPool> {
  const typeId = type === 'MSISDN' ? msisdnTypeId : simTypeId;
  const brokerId = options.brokerId ?? (await aBroker(db)).id;
  // As in the product: pools that are created in the same millisecond sort by their ids.
  const id = newId();
  await db.prisma.pool.create({ data: { id, typeId, name: `pool ${id}`, ...options, brokerId } });
  const resourceIds = Array.from({ length: count }, () => newId());
  const codes = resourceIds.map((_, at) => ownCodes[at] ?? nextCode(type));
  const attributes = codes.map((code, at) =>
    JSON.stringify(ownAttributes[at] ?? (type === 'SIM' ? deriveImsi(code) : {})),
  );
  await db.query(addResources, { ids: resourceIds, poolId: id, typeId, brokerId, codes, attributes });
  if (withKeys)
    for (const [at, resourceId] of resourceIds.entries())
      await withSecrets(db, resourceId, deriveTestKeys(codes[at] ?? ''));
  return { id, brokerId, typeId, resourceIds };
}

/** Returns a valid number or ICCID that was not used before. */
function nextCode(type: 'MSISDN' | 'SIM'): string {
  codeCount += 1;
  const serial = String(codeCount).padStart(8, '0');
  return type === 'MSISDN' ? `+55119${serial}` : withCheckDigit(`8955010000${serial}`);
}

const deriveImsi = (iccid: string) => ({ imsi: `72411${iccid.slice(-11, -1)}` });

/** The K and OPc of a SIM in a pool with keys. */
export const deriveTestKeys = (iccid: string) => ({ ki: iccid.padStart(32, '0'), opc: iccid.padEnd(32, 'f') });
