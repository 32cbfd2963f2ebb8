import { createOffer } from '@linework/catalog/create-offer';
import { publishOfferVersion } from '@linework/catalog/publish-offer-version';
import { newOfferVersion } from '@linework/schemas/catalog/new-offer-version';
import { v7 as newId } from 'uuid';
import type { DemoContext } from './demo-context.ts';

export interface DemoOffer {
  readonly offerId: string;
  readonly offerVersionId: string;
  /** The recurring product. */
  readonly planId: string;
  /** The product that is paid once (SPOT). */
  readonly packId: string;
}

const gigabyte = 1_000_000_000;

/**
 * Publishes an offer of a broker: a plan with data, minutes and messages, an additional data pack, and a discount on
 * the first cycles.
 */
export async function seedOffer({ db, operator, brokerId }: DemoContext): Promise<DemoOffer> {
  const [planId, packId] = [newId(), newId()];
  const offer = await createOffer(db, {
    caller: operator,
    brokerId,
    name: 'Controle 20 GB',
    externalCode: 'CONTROLE-20',
  });
  const version = await publishOfferVersion(db, {
    caller: operator,
    offerId: offer.id,
    ...newOfferVersion.parse({ ...buildContent({ planId, packId, price: '49.90', gigabytes: 20 }), validFrom: start }),
  });
  return { offerId: offer.id, offerVersionId: version.id, planId, packId };
}

/** Before the first subscription of the demo began. */
const start = '2026-01-01T03:00:00Z';

/** Publishes the version that replaces the first one from now on: more data for a higher price. */
export async function publishNewVersion(
  { db, operator }: DemoContext,
  { offerId, planId, packId }: DemoOffer,
): Promise<string> {
  const content = buildContent({ planId, packId, price: '54.90', gigabytes: 25 });
  const { id } = await publishOfferVersion(db, { caller: operator, offerId, ...newOfferVersion.parse(content) });
  return id;
}

interface DemoTerms {
  readonly planId: string;
  readonly packId: string;
  readonly price: string;
  readonly gigabytes: number;
}

const buildContent = ({ planId, packId, price, gigabytes }: DemoTerms) => ({
  products: [
    {
      id: planId,
      name: `Controle ${gigabytes} GB`,
      externalCode: `PLAN-${gigabytes}`,
      billingType: 'PREPAID',
      price,
      features: [{ icon: 'whatsapp', name: 'WhatsApp beside the allowance' }],
      components: [
        {
          name: `${gigabytes} GB`,
          type: 'DATA',
          amount: gigabytes * gigabyte,
          icon: 'data',
          externalCode: `DATA-${gigabytes}`,
        },
        { name: '100 minutes', type: 'VOICE', amount: 6_000, icon: 'voice', externalCode: 'VOICE-100' },
        { name: '50 messages', type: 'SMS', amount: 50, icon: 'sms', externalCode: 'SMS-50' },
      ],
    },
    {
      id: packId,
      name: '5 GB more',
      externalCode: 'PACK-5',
      billingType: 'PREPAID',
      recurrence: 'SPOT',
      price: '14.90',
      components: [{ name: '5 GB', type: 'DATA', amount: 5 * gigabyte, icon: 'data', externalCode: 'DATA-5' }],
    },
  ],
  discounts: [
    {
      name: 'Welcome',
      scope: 'PRODUCT',
      productId: planId,
      value: { type: 'PERCENTAGE', amount: '10' },
      durationInCycles: 3,
    },
  ],
});
