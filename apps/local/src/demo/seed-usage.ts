import { builtInCatalog } from '@linework/catalog/built-in-catalog';
import type { UsageRecord } from '@linework/schemas/usage/usage-record';
import { addProduct } from '@linework/subscriptions/products/add-product';
import { recordUsage } from '@linework/usage/record-usage';
import { v7 as newId } from 'uuid';
import type { DemoContext } from './demo-context.ts';
import type { DemoOffer } from './seed-offer.ts';

/** The usage of a line. It is all of today, because its product was added today. */
const used: readonly Pick<UsageRecord, 'type' | 'amount'>[] = [
  { type: 'DATA', amount: 1_800_000_000 },
  { type: 'VOICE', amount: 754 },
  { type: 'DATA', amount: 1_250_000_000 },
  { type: 'SMS', amount: 3 },
  { type: 'DATA', amount: 640_000_000 },
  { type: 'VOICE', amount: 183 },
];

/** Adds a data pack to a subscription and records usage of one of its lines. Returns the line and the product of the balance. */
export async function seedUsage(
  { db, caller }: DemoContext,
  { planId: productId, packId }: DemoOffer,
  { subscriptionId, lineId }: { readonly subscriptionId: string; readonly lineId: string },
): Promise<{ readonly lineId: string; readonly productId: string }> {
  await addProduct({ db, catalog: builtInCatalog(db) }, { caller, subscriptionId, productId: packId });
  const usedAt = new Date();
  const records = used.map((record) => ({ ...record, recordId: newId(), lineId, productId, usedAt }));
  const { accepted } = await recordUsage(db, { caller, records });
  if (accepted !== records.length) throw new Error('The usage of the demo was not counted.');
  return { lineId, productId };
}
