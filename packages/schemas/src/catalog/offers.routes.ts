import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { freeForm } from '../values/free-form.ts';
import { newOfferVersion } from './new-offer-version.ts';
import { listedOffer, offer, offerVersionSummary } from './offer.ts';
import { offerVersion } from './offer-version.ts';

/** The details of an offer that are set when it is created and can change later. */
const offerName = z.string().trim().min(1).max(200);
const description = z.string().trim().min(1).max(2_000);
const externalCode = z.string().min(1).max(200).meta({ description: 'Unique among the offers of a broker.' });

const fragment = z.string().min(1).max(200);

export const listOffersRoute = defineRoute({
  name: 'listOffers',
  method: 'get',
  path: '/catalog/offers',
  tag: 'Catalog',
  summary: 'List offers',
  description: 'Lists the offers of the broker. An operator sees the offers of all brokers.',
  scope: 'catalog:read',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: {
      ...timeFilters,
      brokerId: listFromText(z.uuid()).optional(),
      name: fragment.optional().meta({ description: 'A part of the name, case-insensitive.' }),
      externalCode: fragment.optional().meta({ description: 'A part of the external code, case-insensitive.' }),
    },
  }),
  responses: {
    200: {
      description: 'One page of offers.',
      body: pagedEnvelope(listedOffer),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createOfferRoute = defineRoute({
  name: 'createOffer',
  method: 'post',
  path: '/catalog/offers',
  tag: 'Catalog',
  summary: 'Create an offer',
  description: 'The new offer has no version. Publish a version to define its products and prices.',
  scope: 'operator',
  body: z.strictObject({
    brokerId: z.uuid(),
    name: offerName,
    description: description.optional(),
    externalCode: externalCode.optional(),
    metadata: freeForm.default({}),
  }),
  responses: { 201: { description: 'The new offer.', body: offer, headers: { Location: 'The offer' } } },
  problems: ['external-code-taken', 'other-broker', 'unknown-broker'],
});

export const getOfferRoute = defineRoute({
  name: 'getOffer',
  method: 'get',
  path: '/catalog/offers/{id}',
  tag: 'Catalog',
  summary: 'Get an offer with its current version',
  description: '`currentVersion` is absent if no version is valid now.',
  scope: 'catalog:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The offer.', body: offer } },
  problems: ['not-found'],
});

export const changeOfferRoute = defineRoute({
  name: 'changeOffer',
  method: 'patch',
  path: '/catalog/offers/{id}',
  tag: 'Catalog',
  summary: 'Change the details of an offer',
  description: 'Null removes a member. Published versions never change: publish a new version to change the products.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    name: offerName.optional(),
    description: description.nullable().optional(),
    externalCode: externalCode.nullable().optional(),
    metadata: freeForm.optional().meta({ description: 'Replaces the whole object.' }),
  }),
  responses: { 200: { description: 'The changed offer.', body: offer } },
  problems: ['not-found', 'external-code-taken'],
});

// A version never changes, so there are no filters for `updatedAt`.
const { createdAtFrom, createdAtTo } = timeFilters;

export const listOfferVersionsRoute = defineRoute({
  name: 'listOfferVersions',
  method: 'get',
  path: '/catalog/offers/{id}/versions',
  tag: 'Catalog',
  summary: 'List the versions of an offer',
  description: 'Lists all versions of the offer, including those that are no longer valid.',
  scope: 'catalog:read',
  params: z.strictObject({ id: z.uuid() }),
  query: listQuery({ sortBy: { createdAt: 'time', version: 'number' }, filters: { createdAtFrom, createdAtTo } }),
  responses: {
    200: {
      description: 'One page of versions.',
      body: pagedEnvelope(offerVersionSummary),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: ['not-found'],
});

export const publishOfferVersionRoute = defineRoute({
  name: 'publishOfferVersion',
  method: 'post',
  path: '/catalog/offers/{id}/versions',
  tag: 'Catalog',
  summary: 'Publish a version of an offer',
  description:
    'A published version never changes. From its `validFrom` on it replaces the previous version. Existing ' +
    'subscriptions keep their version.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  // A hundred products with fifty components each exceed the default limit.
  bodyLimitBytes: 1024 * 1024,
  body: newOfferVersion,
  responses: { 201: { description: 'The new version.', body: offerVersion, headers: { Location: 'The version' } } },
  problems: ['not-found', 'invalid-validity-period'],
});

export const getOfferVersionRoute = defineRoute({
  name: 'getOfferVersion',
  method: 'get',
  path: '/catalog/offers/{id}/versions/{versionId}',
  tag: 'Catalog',
  summary: 'Get a version of an offer',
  description: 'A published version never changes.',
  scope: 'catalog:read',
  params: z.strictObject({ id: z.uuid(), versionId: z.uuid() }),
  responses: { 200: { description: 'The version.', body: offerVersion } },
  problems: ['not-found'],
});

/**
 * Another Linework instance uses this route to read the version of one of its subscriptions, of which it knows only the
 * id.
 */
export const findOfferVersionRoute = defineRoute({
  name: 'findOfferVersion',
  method: 'get',
  path: '/catalog/versions/{versionId}',
  tag: 'Catalog',
  summary: 'Get an offer version by its id alone',
  description: 'Finds a version without the id of its offer.',
  scope: 'catalog:read',
  params: z.strictObject({ versionId: z.uuid() }),
  responses: { 200: { description: 'The version.', body: offerVersion } },
  problems: ['not-found'],
});
