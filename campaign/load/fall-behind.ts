import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '@linework/db/database-away';
import type { OpenDb } from '@linework/db/db';
import { civilDay } from '@linework/domain/billing/civil-day';
import { offerVersionContent } from '@linework/schemas/catalog/offer-version';
import { aSubscription } from '@linework/testing/a-subscription';
import type { Chance } from '../chance.ts';
import type { Findings } from '../findings.ts';
import type { World } from '../world/start-world.ts';
import type { Estate } from './client.ts';

const monthsBehind = { least: 3, most: 18 };
const pauseMs = { least: 300, most: 900 };
const dayMs = 86_400_000;

export interface FallBehindOptions {
  readonly world: World;
  readonly findings: Findings;
  readonly estates: readonly Estate[];
  readonly chance: Chance;
  readonly isOver: () => boolean;
}

/**
 * Until it is over brings subscriptions to light, one after the other, of which no invoice was made since they began: what a long
 * outage leaves. One that comes while the database is away does not come.
 */
export async function fallBehind({ world: { db }, findings, estates, chance, isOver }: FallBehindOptions): Promise<void> {
  while (!isOver()) {
    await oneMore(db, chance.oneOf(estates), chance).catch((error: unknown) => {
      if (!isDatabaseAway(error)) findings.wrong(`a subscription did not come to light: ${error}`);
    });
    await sleep(chance.between(pauseMs.least, pauseMs.most));
  }
}

async function oneMore(db: OpenDb, { broker, behind }: Estate, chance: Chance): Promise<void> {
  const activatedAt = new Date(Date.now() - chance.between(monthsBehind.least * 30, monthsBehind.most * 30) * dayMs);
  const billingType = chance.oneOf(['PREPAID', 'POSTPAID'] as const);
  const wishes = { brokerId: broker.id, customerId: broker.holderId, billingType, activatedAt };
  // What is paid in advance is due on the day that it begins.
  const nextBillingDate = billingType === 'PREPAID' ? { nextBillingDate: civilDay(activatedAt) } : {};
  const { id, offerVersionId } = await aSubscription(db, 'ACTIVE', { ...wishes, ...nextBillingDate });
  const { content } = await db.prisma.offerVersion.findUniqueOrThrow({ where: { id: offerVersionId } });
  behind.push({ subscriptionId: id, productIds: offerVersionContent.parse(content).products.map((product) => product.id) });
}
