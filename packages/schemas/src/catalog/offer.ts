import { z } from 'zod';
import { freeForm } from '../values/free-form.ts';
import { offerVersion } from './offer-version.ts';

const timestamp = z.iso.datetime();

/** A version without its content. */
export const offerVersionSummary = z
  .strictObject({
    id: z.uuid(),
    offerId: z.uuid(),
    version: z.int().min(1).max(1_000_000),
    validFrom: timestamp,
    validUntil: timestamp.optional(),
    createdAt: timestamp,
  })
  .meta({ id: 'OfferVersionSummary' });

const members = {
  id: z.uuid(),
  brokerId: z.uuid(),
  name: z.string(),
  description: z.string().optional(),
  externalCode: z.string().optional(),
  metadata: freeForm,
  createdAt: timestamp,
  updatedAt: timestamp,
};

/** An offer in a list. */
export const listedOffer = z
  .strictObject({
    ...members,
    currentVersion: offerVersionSummary.optional().meta({ description: 'The newest version that is valid now.' }),
  })
  .meta({ id: 'ListedOffer' });

/** A single offer. */
export const offer = z
  .strictObject({
    ...members,
    currentVersion: offerVersion.optional().meta({ description: 'The newest version that is valid now.' }),
    versions: z
      .array(offerVersionSummary)
      .meta({ description: 'The newest first, at most 100. The list of versions has all of them.' }),
  })
  .meta({ id: 'Offer' });

export type OfferVersionSummary = z.infer<typeof offerVersionSummary>;
export type ListedOffer = z.infer<typeof listedOffer>;
export type Offer = z.infer<typeof offer>;
