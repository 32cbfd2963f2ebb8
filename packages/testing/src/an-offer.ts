import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import type { LastLinePolicy, OfferDiscount, OfferVersionContent } from '@linework/schemas/catalog/offer-version';
import type { CatalogProduct } from '@linework/schemas/catalog/product';
import { aBroker } from './a-broker.ts';

export interface TestOffer {
  readonly id: string;
  readonly brokerId: string;
  readonly versionId: string;
  /** The content of the table row. `plan` and `topUp` are its products, `welcome` its discount. */
  readonly content: OfferVersionContent;
  readonly plan: CatalogProduct;
  readonly topUp: CatalogProduct;
  readonly welcome: OfferDiscount;
}

/** The values that a test may choose for its offer. The others have generated values. */
export interface OfferOptions {
  readonly brokerId?: string;
  readonly id?: string;
  readonly versionId?: string;
  readonly plan?: Partial<CatalogProduct>;
  readonly topUp?: Partial<CatalogProduct>;
  readonly welcome?: Partial<OfferDiscount>;
  /** False for an offer without a discount. */
  readonly discounted?: boolean;
  readonly onLastLineEnded?: LastLinePolicy;
  readonly validFrom?: Date;
  readonly validUntil?: Date;
}

/**
 * An offer with one valid version: a monthly plan with data, minutes and messages, a top-up with a single payment, and
 * a discount on the plan.
 */
export async function anOffer(db: Pick<Db, 'prisma' | 'query'>, options: OfferOptions = {}): Promise<TestOffer> {
  const brokerId = options.brokerId ?? (await aBroker(db)).id;
  const { id = randomUUID(), versionId = randomUUID() } = options;
  const plan = { ...aPlan(), ...options.plan };
  const topUp = { ...aTopUp(), ...options.topUp };
  const welcome = { ...aDiscountOn(plan), ...options.welcome };
  const content = {
    products: [plan, topUp],
    discounts: options.discounted === false ? [] : [welcome],
    onLastLineEnded: options.onLastLineEnded ?? 'cancel',
  };
  await db.prisma.offer.create({ data: { id, brokerId, name: `offer ${id}` } });
  const { validFrom = new Date('2026-01-01T03:00:00Z'), validUntil = null } = options;
  await db.prisma.offerVersion.create({
    data: { id: versionId, offerId: id, brokerId, version: 1, validFrom, validUntil, content },
  });
  return { id, brokerId, versionId, content, plan, topUp, welcome };
}

function aPlan(): CatalogProduct {
  return {
    id: randomUUID(),
    name: 'Controle 10 GB',
    billingType: 'POSTPAID',
    recurrence: 'RECURRING',
    price: '49.90',
    allowsOverage: false,
    features: [],
    components: [
      aComponent('10 GB', 'DATA', 10_000_000_000),
      aComponent('100 minutes', 'VOICE', 6_000),
      aComponent('50 messages', 'SMS', 50),
    ],
  };
}

function aTopUp(): CatalogProduct {
  return {
    id: randomUUID(),
    name: '1 GB more',
    billingType: 'PREPAID',
    recurrence: 'SPOT',
    price: '9.90',
    allowsOverage: false,
    features: [],
    components: [aComponent('1 GB', 'DATA', 1_000_000_000)],
  };
}

function aComponent(name: string, type: 'DATA' | 'VOICE' | 'SMS', amount: number) {
  return { id: randomUUID(), name, type, unlimited: false, amount, price: '0.00' };
}

function aDiscountOn(product: CatalogProduct): OfferDiscount {
  return {
    id: randomUUID(),
    discountId: randomUUID(),
    name: 'Welcome',
    scope: 'PRODUCT',
    productId: product.id,
    value: { type: 'PERCENTAGE', amount: '10' },
    fromCycle: 1,
    durationInCycles: 3,
  };
}
