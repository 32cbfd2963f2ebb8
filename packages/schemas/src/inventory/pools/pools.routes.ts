import { defineRoute } from '@linework/http/define-route';
import { booleanFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { eventListAnswers, eventListQuery } from '../../events/event-list.ts';
import { freeForm } from '../../values/free-form.ts';
import { poolCheckDigits } from '../iccid.ts';
import { ttlSeconds } from '../reservations/ttl.ts';
import { pooledResource } from '../resource.ts';
import { resourceFilters, resourceSorts } from '../resource-filters.ts';
import { typeFilter } from '../resource-type.ts';
import { pool, poolImport } from './pool.ts';
import { poolSummary } from './pool-summary.ts';

const int32Limit = 2_147_483_647;

/** The settings of a pool, at its creation and in later changes. */
const poolName = z.string().min(1).max(200).meta({ description: 'Unique among the pools of a broker.' });
const poolMetadata = freeForm;
const lowAvailabilityThreshold = z
  .int()
  .min(0)
  .max(int32Limit)
  .meta({ description: 'A pool with fewer available resources than this is low.' });
const checkDigit = z
  .enum(poolCheckDigits)
  .optional()
  .meta({
    description:
      'Of a pool of SIMs: `luhn`, the default, if the last digit of an ICCID is its check digit; `none` if it is a ' +
      'digit like the others. It applies to codes that are added from then on. The summary of the pool says it.',
  });

export const listPoolsRoute = defineRoute({
  name: 'listPools',
  method: 'get',
  path: '/inventory/pools',
  tag: 'Inventory',
  summary: 'List resource pools',
  description: 'Each pool has the number of its resources and of its available resources.',
  scope: 'inventory:read',
  query: listQuery({
    sortBy: { createdAt: 'time', availableResourcesCount: 'number' },
    filters: {
      name: z.string().min(1).max(200).optional().meta({ description: 'A part of the name, in any case.' }),
      brokerId: z.uuid().optional().meta({ description: 'The pools of one broker.' }),
      typeId: typeFilter,
      isLow: booleanFromText
        .optional()
        .meta({ description: 'Whether the event `pool.low_availability_reached` was emitted and is still valid.' }),
    },
  }),
  responses: {
    200: {
      description: 'One page of pools.',
      body: pagedEnvelope(pool),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createPoolRoute = defineRoute({
  name: 'createPool',
  method: 'post',
  path: '/inventory/pools',
  tag: 'Inventory',
  summary: 'Create a resource pool',
  description: 'A pool holds the resources of one type and one broker.',
  scope: 'operator',
  body: z.strictObject({
    typeId: z.uuid(),
    brokerId: z.uuid(),
    name: poolName,
    metadata: poolMetadata.optional(),
    lowAvailabilityThreshold: lowAvailabilityThreshold.optional(),
    reservationTTL: ttlSeconds.optional(),
    quarantineTTL: ttlSeconds.optional(),
    checkDigit,
  }),
  responses: { 201: { description: 'The pool.', body: pool, headers: { Location: 'The pool' } } },
  problems: ['not-found', 'pool-name-taken'],
});

export const getPoolRoute = defineRoute({
  name: 'getPool',
  method: 'get',
  path: '/inventory/pools/{poolId}',
  tag: 'Inventory',
  summary: 'Get a pool',
  description: 'The pool has the number of its resources and of its available resources.',
  scope: 'inventory:read',
  params: z.strictObject({ poolId: z.uuid() }),
  responses: { 200: { description: 'The pool.', body: pool } },
  problems: ['not-found'],
});

const ttl = ttlSeconds
  .nullable()
  .optional()
  .meta({ description: 'Seconds. 0 means at once; null restores the value of the type.' });

export const changePoolRoute = defineRoute({
  name: 'changePool',
  method: 'patch',
  path: '/inventory/pools/{poolId}',
  tag: 'Inventory',
  summary: 'Change the settings of a pool',
  description: 'Absent members stay unchanged. The type and the broker of a pool cannot change.',
  scope: 'operator',
  params: z.strictObject({ poolId: z.uuid() }),
  body: z.strictObject({
    name: poolName.optional(),
    metadata: poolMetadata.optional().meta({ description: 'Replaces all metadata.' }),
    lowAvailabilityThreshold: lowAvailabilityThreshold.optional(),
    reservationTTL: ttl,
    quarantineTTL: ttl,
    checkDigit,
  }),
  responses: { 200: { description: 'The changed pool.', body: pool } },
  problems: ['not-found', 'pool-name-taken'],
});

export const deletePoolRoute = defineRoute({
  name: 'deletePool',
  method: 'delete',
  path: '/inventory/pools/{poolId}',
  tag: 'Inventory',
  summary: 'Delete an empty pool',
  description: 'Resources that were moved to another pool or removed do not count; withdrawn ones do.',
  scope: 'operator',
  params: z.strictObject({ poolId: z.uuid() }),
  responses: { 204: { description: 'Removed.' } },
  problems: ['not-found', 'pool-in-use'],
});

export const getPoolSummaryRoute = defineRoute({
  name: 'getPoolSummary',
  method: 'get',
  path: '/inventory/pools/{poolId}/summary',
  tag: 'Inventory',
  summary: 'Get the stock of a pool, and for how long it lasts',
  description:
    'Counts the resources by status, says what comes back from quarantine on each of the next 30 days, and how ' +
    'long the stock lasts at the consumption of the last 7 and 30 days.',
  scope: 'inventory:read',
  cost: 'list',
  params: z.strictObject({ poolId: z.uuid() }),
  responses: { 200: { description: 'The summary.', body: poolSummary } },
  problems: ['not-found'],
});

export const listPoolResourcesRoute = defineRoute({
  name: 'listPoolResources',
  method: 'get',
  path: '/inventory/pools/{poolId}/resources',
  tag: 'Inventory',
  summary: 'List resources of a pool',
  description: 'The same filters as in the list of all resources, within one pool.',
  scope: 'inventory:read',
  params: z.strictObject({ poolId: z.uuid() }),
  query: listQuery({ sortBy: resourceSorts, filters: resourceFilters }),
  responses: {
    200: {
      description: 'One page of resources.',
      body: pagedEnvelope(pooledResource),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: ['not-found'],
});

export const listPoolImportsRoute = defineRoute({
  name: 'listPoolImports',
  method: 'get',
  path: '/inventory/pools/{poolId}/imports',
  tag: 'Inventory',
  summary: 'List the imports into a pool',
  description:
    'Imports are listed newest first, with what they created and what was removed since. An operator undoes one ' +
    'with `POST /inventory/resources/undo-import`.',
  scope: 'inventory:read',
  params: z.strictObject({ poolId: z.uuid() }),
  query: listQuery({ sortBy: { createdAt: 'time' }, filters: {} }),
  responses: {
    200: {
      description: 'One page of imports.',
      body: pagedEnvelope(poolImport),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: ['not-found'],
});

export const listPoolEventsRoute = defineRoute({
  name: 'listPoolEvents',
  method: 'get',
  path: '/inventory/pools/{poolId}/events',
  tag: 'Inventory',
  summary: 'List the events of a pool',
  description: 'Events are listed oldest first. The events of a deleted pool are listed too.',
  scope: 'inventory:read',
  params: z.strictObject({ poolId: z.uuid() }),
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
});
