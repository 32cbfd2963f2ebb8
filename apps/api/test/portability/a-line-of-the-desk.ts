import type { RestingLineStatus } from '@linework/testing/a-line';
import { aLineWithResources, type TestLineWithResources } from '@linework/testing/a-line-with-resources';
import type { PortabilityDesk } from './portability-desk.ts';

/** A line with a number and a SIM out of the inventory, of the desk's own broker. */
export function aLineOfTheDesk({ db, client }: PortabilityDesk, status: RestingLineStatus): Promise<TestLineWithResources> {
  return aLineWithResources(db, status, { brokerId: client.broker.id });
}
