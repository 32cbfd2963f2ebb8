import type { OpenDb } from '@linework/db/db';
import type { NetworkSubscriber, ServiceState } from '@linework/lines/model/systems';
import { aPool } from '@linework/testing/a-pool';

/** A number and a SIM of a broker whose subscriber the network has before any line. */
export interface ExistingSubscriber {
  readonly numberId: string;
  readonly simId: string;
  readonly subscriber: NetworkSubscriber;
}

const countEach = 60;
const states: readonly ServiceState[] = ['active', 'suspended', 'standby'];

export async function createExistingSubscribers(db: OpenDb, brokerId: string): Promise<readonly ExistingSubscriber[]> {
  const numbers = await aPool(db, { brokerId, type: 'MSISDN', count: countEach });
  const sims = await aPool(db, { brokerId, type: 'SIM', count: countEach });
  const resources = await db.prisma.resource.findMany({ where: { poolId: { in: [numbers.id, sims.id] } } });
  const find = (id: string | undefined) => {
    const resource = resources.find((one) => one.id === id);
    if (!resource) throw new Error('a pool lacks a resource that it has just got');
    return resource;
  };
  return numbers.resourceIds.map((numberId, at) => {
    const { id: simId, attributes } = find(sims.resourceIds[at]);
    const { imsi } = attributes as { readonly imsi: string };
    return {
      numberId,
      simId,
      subscriber: { imsi, msisdn: find(numberId).externalCode, serviceState: states[at % states.length] ?? 'active' },
    };
  });
}
