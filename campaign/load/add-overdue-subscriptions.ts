import { setTimeout as sleep } from 'node:timers/promises';
import { toCivilDay } from '@linework/billing/civil-day';
import type { OpenDb } from '@linework/db/db';
import { isDatabaseUnavailable } from '@linework/db/is-database-unavailable';
import { offerVersionContent } from '@linework/schemas/catalog/offer-version';
import { aSubscription } from '@linework/testing/a-subscription';
import type { Chance } from '../world/chance.ts';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';
import type { BrokerState } from './actions/client.ts';

const monthsBehind = { min: 3, max: 18 };
const pauseMs = { min: 300, max: 900 };
const dayMs = 86_400_000;

export interface AddOverdueOptions {
  readonly world: World;
  readonly report: CampaignReport;
  readonly states: readonly BrokerState[];
  readonly chance: Chance;
  readonly isOver: () => boolean;
}

/**
 * Adds overdue subscriptions, one after the other, until the load ends. Such a subscription has no invoices since its
 * start, as after a long outage. While the database is unavailable, none is added.
 */
export async function addOverdueSubscriptions({
  world: { db },
  report,
  states,
  chance,
  isOver,
}: AddOverdueOptions): Promise<void> {
  while (!isOver()) {
    await addOverdueSubscription(db, chance.oneOf(states), chance).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) report.addViolation(`an overdue subscription could not be added: ${error}`);
    });
    await sleep(chance.between(pauseMs.min, pauseMs.max));
  }
}

async function addOverdueSubscription(
  db: OpenDb,
  { broker, overdueSubscriptions }: BrokerState,
  chance: Chance,
): Promise<void> {
  const activatedAt = new Date(Date.now() - chance.between(monthsBehind.min * 30, monthsBehind.max * 30) * dayMs);
  const billingType = chance.oneOf(['PREPAID', 'POSTPAID'] as const);
  const options = { brokerId: broker.id, customerId: broker.holderId, billingType, activatedAt };
  // A prepaid subscription is invoiced on the day on which it begins.
  const nextBillingDate = billingType === 'PREPAID' ? { nextBillingDate: toCivilDay(activatedAt) } : {};
  const { id, offerVersionId } = await aSubscription(db, 'ACTIVE', { ...options, ...nextBillingDate });
  const { content } = await db.prisma.offerVersion.findUniqueOrThrow({ where: { id: offerVersionId } });
  overdueSubscriptions.push({
    subscriptionId: id,
    productIds: offerVersionContent.parse(content).products.map((product) => product.id),
  });
}
