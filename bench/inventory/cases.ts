import type { ResourceFilters } from '@linework/inventory/resource-list/resource-filters';
import { msisdnTypeId } from '@linework/schemas/inventory/resource-type';
import type { ManyResources } from '@linework/testing/volume/many-resources';

export type QueryFilters = Partial<ResourceFilters>;

/** A typical list. */
export interface Case {
  readonly name: string;
  readonly filters: QueryFilters;
}

/** Each filter alone, sort orders other than the default, and realistic combinations. */
export function buildCases({ brokerIds, poolIds }: ManyResources): readonly Case[] {
  const [pool, broker] = [poolIds.slice(0, 1), brokerIds.slice(0, 1)];
  const february = new Date('2024-02-01T00:00:00Z');
  const cases: Readonly<Record<string, QueryFilters>> = {
    'no filter': {},
    'sorted by updatedAt (Q2)': { sortBy: 'updatedAt' },
    'sorted by externalCode, asc (Q2, Q3)': { sortBy: 'externalCode', sortOrder: 'asc' },
    'createdAtFrom (Q4)': { createdAtFrom: february },
    'createdAtTo (Q5)': { createdAtTo: february },
    'updatedAtFrom, sorted by it (Q6)': { updatedAtFrom: new Date('2024-12-20T00:00:00Z'), sortBy: 'updatedAt' },
    'updatedAtTo, sorted by it (Q7)': { updatedAtTo: february, sortBy: 'updatedAt' },
    'externalCode, 3 characters (Q8)': { externalCode: '791' },
    'externalCode, 5 characters (Q8)': { externalCode: '07919' },
    'externalCode, a whole number (Q8)': { externalCode: '+5501900007919' },
    'status available (Q9)': { status: ['available'] },
    'status reserved (Q9)': { status: ['reserved'] },
    'status active, suspended (Q9)': { status: ['active', 'suspended'] },
    'one type (Q10)': { typeId: [msisdnTypeId] },
    'one pool (Q11)': { poolId: pool },
    'five pools (Q11)': { poolId: poolIds.slice(3, 8) },
    'one broker (Q12)': { brokerId: broker },
    'three brokers (Q12)': { brokerId: brokerIds.slice(0, 3) },
    'attributes of 100 (Q13)': { attributes: { batch: 77, tier: 'gold' } },
    'attributes of 20,000 (Q13)': { attributes: { tier: 'gold' } },
    'attributes of 800,000 (Q13)': { attributes: { tier: 'plain' } },
    'pool, status': { poolId: pool, status: ['available'] },
    'pool, status, by updatedAt': { poolId: pool, status: ['active'], sortBy: 'updatedAt' },
    'broker, status': { brokerId: broker, status: ['quarantined'] },
    'broker, externalCode': { brokerId: broker, externalCode: '0791' },
    'pool, attributes': { poolId: pool, attributes: { tier: 'gold' } },
    'type, status, createdAtFrom': { typeId: [msisdnTypeId], status: ['available'], createdAtFrom: february },
    'status, attributes': { status: ['active'], attributes: { tier: 'gold' } },
    'status, externalCode': { status: ['available'], externalCode: '0791' },
  };
  return Object.entries(cases).map(([name, filters]) => ({ name, filters }));
}
