import type { Caller } from '@linework/auth/caller';
import { afterEach } from 'vitest';
import { aWebhookFixture } from './a-webhook-fixture.ts';

/**
 * A fixture for tests of what one broker can do to the others. Each test ends without faults, and without an endpoint
 * that is due.
 */
export async function someNeighbours() {
  const fixture = await aWebhookFixture();
  const { db, receiver } = fixture;
  afterEach(async () => {
    receiver.clearFaults();
    await db.pool.query('DROP TRIGGER IF EXISTS broken ON webhook_delivery');
    await db.prisma.webhookEndpoint.updateMany({ where: { status: 'enabled' }, data: { nextAt: null } });
  });

  return {
    ...fixture,
    callsTo: (path: string) => receiver.calls.filter((call) => call.path === path),
    endpointRow: (id: string) => db.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } }),

    /** An endpoint of a broker of its own at a path of its own. */
    async anEndpointAt(name: string, input = {}) {
      const { caller } = await fixture.aBroker();
      const path = `/${name}`;
      const { id } = await fixture.anEndpoint(caller, { url: `${fixture.url}${path}`, ...input });
      return { id, caller, path, target: { caller, endpointId: id } };
    },

    /** How many deliveries of an endpoint have each status. */
    async countStatuses(endpointId: string): Promise<Readonly<Record<string, number>>> {
      const groups = await db.prisma.webhookDelivery.groupBy({ by: ['status'], where: { endpointId }, _count: true });
      return Object.fromEntries(groups.map(({ status, _count }) => [status, _count]));
    },

    /** Writes deliveries of one record that are due now, or of as many records. */
    async aQueue({ id, caller }: { readonly id: string; readonly caller: Caller }, count: number, resourceId?: string) {
      await db.pool.query(
        `INSERT INTO webhook_delivery (id, endpoint_id, broker_id, event_seq, position, event_type, resource_id, cause,
           cause_id, status, due_at)
         SELECT gen_random_uuid(), $1, $2, 900000000 + n, 900000000 + n, 'line.changed',
           coalesce($3::uuid, gen_random_uuid()), 'manual', $1, 'pending', now()
         FROM generate_series(1, $4::int) n`,
        [id, caller.brokerId, resourceId, count],
      );
      await db.prisma.webhookEndpoint.updateMany({ where: { id, status: 'enabled' }, data: { nextAt: new Date(0) } });
    },

    /** Every change of a delivery of this endpoint fails until the end of the test. */
    async breakDeliveriesOf(endpointId: string) {
      await db.pool.query(
        `CREATE OR REPLACE FUNCTION break_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE 'broken'; END $$`,
      );
      await db.pool.query(
        `CREATE TRIGGER broken BEFORE UPDATE ON webhook_delivery
           FOR EACH ROW WHEN (NEW.endpoint_id = '${endpointId}')
           EXECUTE FUNCTION break_delivery()`,
      );
    },
  };
}
