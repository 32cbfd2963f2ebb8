import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { statement } from '@linework/db/statement';
import type { CampaignReport } from './world/report.ts';
import type { World } from './world/start-world.ts';

const orderStatement = statement(
  'campaign-order',
  { ids: 'text[]' },
  'SELECT to_jsonb(o) AS found FROM orders o WHERE id::text = ANY(:ids) LIMIT 1',
).returns<Found>();
const stepsStatement = statement(
  'campaign-steps',
  { orderId: 'uuid' },
  'SELECT to_jsonb(s) AS found FROM order_step s WHERE order_id = :orderId ORDER BY position',
).returns<Found>();
const eventsStatement = statement(
  'campaign-events',
  { orderId: 'uuid' },
  'SELECT to_jsonb(e) AS found FROM event e WHERE order_id = :orderId ORDER BY seq',
).returns<Found>();
const attemptsStatement = statement(
  'campaign-attempts',
  { orderId: 'uuid' },
  'SELECT to_jsonb(a) AS found FROM order_attempt a WHERE order_id = :orderId',
).returns<Found>();

type Found = { readonly found: { readonly id: string } };

/** Writes the programs' logs beside the database, and logs the rows of the first order that a violation names. */
export async function saveEvidence(
  { db, network, apis, workers, folder }: World,
  { violations }: CampaignReport,
  log: (line: string) => void,
): Promise<void> {
  for (const slot of [...apis, ...workers])
    await writeFile(join(folder, `${slot.name}.log`), `${slot.lines().join('\n')}\n`);
  const mentionedIds = violations.join(' ').match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g) ?? [];
  const [order] = await db.query(orderStatement, { ids: mentionedIds });
  if (!order) return;
  const { id } = order.found;
  const rows = [
    order,
    ...(await db.query(stepsStatement, { orderId: id })),
    ...(await db.query(attemptsStatement, { orderId: id })),
    ...(await db.query(eventsStatement, { orderId: id })),
  ];
  for (const { found } of rows) log(JSON.stringify(found));
  for (const effect of await network.requestLog()) if (effect.key.startsWith(id)) log(JSON.stringify(effect));
}
