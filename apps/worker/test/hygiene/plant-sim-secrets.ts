import { randomInt } from 'node:crypto';
import { aHolder } from '@linework/testing/a-holder';
import { aPool, type TestPool } from '@linework/testing/a-pool';
import { everyRange } from '@linework/testing/a-range';
import { withCheckDigit } from '@linework/testing/codes/with-check-digit';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { Responses } from './keep-responses.ts';
import type { WatchedSystem } from './start-watched-system.ts';

const k = '465b5ce8b199b49faa5f0a2ee238a6bc';
const opc = 'cd63cb71954a9f4e48a5994e37a02baf';
const [pin, puk] = ['47119182', '83719462'];
const secrets = { K: k, opc, pin1: pin, PUK1: puk };
export const simSecrets = [k, opc, pin, puk];

const aSim = (more: object = {}) => ({
  externalCode: withCheckDigit(`8955016${randomInt(10_000_000_000, 100_000_000_000)}`),
  attributes: { imsi: `72455${randomInt(1_000_000_000, 10_000_000_000)}`, ...secrets, ...more },
});

/** Sends secrets in every kind of request: create, repeat, create with errors, change, search and use. */
export async function plantSimSecrets(system: WatchedSystem, responses: Responses): Promise<void> {
  const brokerId = system.broker.id;
  await everyRange(system.db, system.broker);
  const [numbers, sims] = [
    await aPool(system.db, { brokerId, count: 1 }),
    await aPool(system.db, { brokerId, type: 'SIM' }),
  ];
  const resourceId = await createSims(system, responses, sims);
  await searchAndChange(system, responses, sims, resourceId);
  const { id: holderId } = await aHolder(system.db, { brokerId });
  await responses.keep(
    system.client.send('POST', '/lines', {
      body: { customerId: holderId, msisdn: { poolId: numbers.id }, sim: { resourceId } },
    }),
    202,
  );
  await waitUntil(
    'the order waits for the network',
    async () => (await system.db.prisma.order.count({ where: { unavailableSince: { not: null } } })) > 0,
  );
}

async function createSims({ client }: WatchedSystem, { keep }: Responses, { id }: TestPool): Promise<string> {
  const path = `/inventory/pools/${id}/resources`;
  const body = aSim();
  const created = await keep(client.send('POST', path, { body, headers: { 'Idempotency-Key': 'create-sim' } }), 201);
  await keep(client.send('POST', path, { body, headers: { 'Idempotency-Key': 'create-sim' } }), 201);
  await keep(client.send('POST', path, { body }), 409);
  await keep(client.send('POST', path, { body: aSim({ K: `${k}x` }) }), 422);
  await keep(client.send('POST', path, { body: aSim({ card: { codes: [secrets] } }) }), 422);
  await keep(client.send('POST', path, { body: { ...aSim(), note: secrets } }), 400);
  await keep(client.send('POST', path, { body: JSON.stringify(body).slice(0, -1) }), 400);
  return (JSON.parse(created.text) as { readonly id: string }).id;
}

async function searchAndChange(
  { client }: WatchedSystem,
  { keep }: Responses,
  { id }: TestPool,
  resourceId: string,
): Promise<void> {
  const attributes = encodeURIComponent(JSON.stringify(secrets));
  await keep(client.send('GET', `/inventory/resources?attributes=${attributes}`), 400);
  await keep(client.send('GET', `/inventory/resources?k=${k}&opc=${opc}&puk1=${puk}&pin1=${pin}`), 400);
  await keep(
    client.send('POST', '/inventory/reservations', { body: { poolId: id, quantity: 1, attributes: secrets } }),
    400,
  );
  await keep(client.send('PATCH', `/inventory/resources/${resourceId}`, { body: { attributes: secrets } }), 422);
  await keep(client.send('PATCH', `/inventory/resources/${resourceId}`, { body: { metadata: {}, ...secrets } }), 400);
  await keep(client.send('GET', `/inventory/resources/${resourceId}`), 200);
  await keep(client.send('GET', `/inventory/resources/${resourceId}/events`), 200);
}
