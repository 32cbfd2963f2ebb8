import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { checkOfferVersion } from './check-offer-version.ts';
import { offerDiscount, onLastLineEnded } from './offer-version.ts';
import { catalogProduct, productComponent } from './product.ts';

const generatedId = z.uuid().toLowerCase().optional().meta({ description: 'Generated if absent.' });
const optionalId = z.uuid().toLowerCase().optional();

const newComponent = productComponent.extend({ id: generatedId }).meta({ id: 'NewProductComponent' });
const newProduct = catalogProduct
  .extend({ id: generatedId, components: z.array(newComponent).max(50).default([]) })
  .meta({ id: 'NewCatalogProduct' });
const newDiscount = offerDiscount
  .extend({ id: generatedId, discountId: generatedId, productId: optionalId, componentId: optionalId })
  .meta({ id: 'NewOfferDiscount' });

/**
 * The input of a publication. Missing ids are generated and missing members get defaults. All contradictions are
 * reported at once.
 */
export const newOfferVersion = z
  .strictObject({
    validFrom: timestampFromText.optional().meta({ description: 'Defaults to now.' }),
    validUntil: timestampFromText
      .optional()
      .meta({ description: 'Absent means no end.', example: '2031-01-01T00:00:00Z' }),
    products: z.array(newProduct).min(1).max(100),
    discounts: z.array(newDiscount).max(100).default([]),
    onLastLineEnded,
  })
  .superRefine(checkOfferVersion);

export type NewOfferVersion = z.output<typeof newOfferVersion>;
