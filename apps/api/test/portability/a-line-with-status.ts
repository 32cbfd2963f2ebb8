import type { SettledLineStatus } from '@linework/testing/a-line';
import { aLineWithResources, type TestLineWithResources } from '@linework/testing/a-line-with-resources';
import type { PortabilityFixture } from './portability-fixture.ts';

/** A line with a number and a SIM from the inventory, of the fixture's own broker. */
export function aLineWithStatus(
  { db, client }: PortabilityFixture,
  status: SettledLineStatus,
): Promise<TestLineWithResources> {
  return aLineWithResources(db, status, { brokerId: client.broker.id });
}
