import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { checkOfferVersion } from './check-offer-version.ts';
import { offerDiscount, onLastLineEnded } from './offer-version.ts';
import { catalogProduct, productComponent } from './product.ts';

const generatedId = z.uuid().toLowerCase().optional().meta({ description: 'Drawn where it is left out.' });
const optionalId = z.uuid().toLowerCase().optional();

const newComponent = productComponent.extend({ id: generatedId }).meta({ id: 'NewProductComponent' });
const newProduct = catalogProduct.extend({ id: generatedId, components: z.array(newComponent).max(50).default([]) }).meta({ id: 'NewCatalogProduct' });
const newDiscount = offerDiscount
  .extend({ id: generatedId, discountId: generatedId, productId: optionalId, componentId: optionalId })
  .meta({ id: 'NewOfferDiscount' });

/** What an operator publishes. What is left out of it is drawn or is the usual; everything that contradicts itself is a fault, all told at once. */
export const newOfferVersion = z
  .strictObject({
    validFrom: timestampFromText.optional().meta({ description: 'From now on where it is left out.' }),
    validUntil: timestampFromText.optional().meta({ description: 'For good where it is left out.', example: '2031-01-01T00:00:00Z' }),
    products: z.array(newProduct).min(1).max(100),
    discounts: z.array(newDiscount).max(100).default([]),
    onLastLineEnded,
  })
  .superRefine(checkOfferVersion);

export type NewOfferVersion = z.output<typeof newOfferVersion>;
