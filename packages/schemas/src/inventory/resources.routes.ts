import { defineRoute } from '@linework/http/define-route';
import { booleanFromText, listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { eventListAnswers, eventListQuery } from '../events/event-list.ts';
import { freeForm } from '../values/free-form.ts';
import { allocation } from './allocation.ts';
import { associatedResourceIds } from './associated-resources.ts';
import { takenRowCodes } from './import-file.ts';
import { newResourceMembers, resourceLocation } from './new-resource.ts';
import { ttlSeconds } from './reservations/ttl.ts';
import { resource, resourceDetails } from './resource.ts';
import { resourceFilters, resourceSorts } from './resource-filters.ts';
import { resourceType } from './resource-type.ts';

export const listResourceTypesRoute = defineRoute({
  name: 'listResourceTypes',
  method: 'get',
  path: '/inventory/types',
  tag: 'Inventory',
  summary: 'List resource types',
  description: 'The resource types of all brokers.',
  scope: 'inventory:read',
  query: listQuery({ sortBy: { createdAt: 'time' }, filters: {} }),
  responses: {
    200: {
      description: 'One page of types.',
      body: pagedEnvelope(resourceType),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createResourceTypeRoute = defineRoute({
  name: 'createResourceType',
  method: 'post',
  path: '/inventory/types',
  tag: 'Inventory',
  summary: 'Create a resource type',
  description: 'A type defines how its resources behave and which of their attributes are secret.',
  scope: 'operator',
  body: z.strictObject({
    code: z
      .string()
      .max(50)
      .regex(/^\S(?:.*\S)?$/, 'must begin and end with a visible character')
      .meta({ description: 'Unique.' }),
    name: z.string().min(1).max(200),
    reusable: z.boolean(),
    reservationTTL: ttlSeconds.optional(),
    quarantineTTL: ttlSeconds.optional(),
    secretAttributes: z
      .array(z.string().min(1).max(100))
      .max(50)
      .optional()
      .meta({ description: 'Names of secret attributes. They are compared in any case and shown in lower case.' }),
  }),
  responses: {
    201: { description: 'The type.', body: resourceType, headers: { Location: 'The list of resource types' } },
  },
  problems: ['type-code-taken'],
});

export const createResourceRoute = defineRoute({
  name: 'createResource',
  method: 'post',
  path: '/inventory/pools/{poolId}/resources',
  tag: 'Inventory',
  summary: 'Create a resource in a pool',
  description:
    "The number of an MSISDN, and the ICCID and the IMSI of a SIM, must be in ranges of the pool's broker. An " +
    'IMSI belongs to one SIM and is never reused.',
  scope: 'inventory:write',
  hasSecrets: true,
  params: z.strictObject({ poolId: z.uuid() }),
  body: z.strictObject({ ...newResourceMembers, associatedResourceIds: associatedResourceIds.optional() }),
  responses: { 201: { description: 'The resource.', body: resourceDetails, headers: { Location: 'The resource' } } },
  problems: [
    'not-found',
    'associated-with-itself',
    'cannot-be-associated',
    'external-code-taken',
    'imsi-taken',
    'outside-ranges',
    'secrets-not-configured',
    'invalid-external-code',
    'invalid-imsi',
    'invalid-secret',
    'unknown-resource',
  ],
});

/** The report lists at most this many bad rows and counts all. */
export const importErrorsLimit = 1_000;

const count = z.int().min(0).max(2_147_483_647);
const line = z.int().min(1).max(2_147_483_647);
const errorsDescription = `The first ${importErrorsLimit} bad rows, in the order of the file.`;

const importReport = z
  .strictObject({
    imported: count.meta({ description: 'The rows that became resources; in a dry run, those that would have.' }),
    rejected: count.meta({ description: 'All bad rows, listed or not.' }),
    dryRun: z.boolean(),
    importId: z
      .uuid()
      .optional()
      .meta({ description: 'The import, with which `POST /inventory/resources/undo-import` removes its rows again.' }),
    errors: z
      .array(
        z.strictObject({
          line,
          detail: z.string(),
          externalCode: z.string().optional(),
          code: z
            .enum(takenRowCodes)
            .optional()
            .meta({ description: 'Present where the code or the IMSI is in the inventory or in an earlier line.' }),
        }),
      )
      .meta({ description: errorsDescription }),
  })
  .meta({ id: 'ImportReport' });

const interruptedImport = importReport
  .extend({
    processedToLine: z
      .int()
      .min(0)
      .max(2_147_483_647)
      .meta({ description: 'All rows up to this line were imported or are bad.' }),
  })
  .partial();

export type ImportReport = z.infer<typeof importReport>;

export const importResourcesRoute = defineRoute({
  name: 'importResources',
  method: 'post',
  path: '/inventory/pools/{poolId}/resources/import',
  tag: 'Inventory',
  summary: 'Import resources from a file',
  description:
    'The body is a file of any length in UTF-8. `text/csv`: the first line has the column names: `externalCode`, ' +
    'and optionally `location`, ' +
    '`attributes.X` and `metadata.X` for any X, or `attributes` and `metadata` with a JSON object each. ' +
    'Values are separated by commas, by semicolons or tabs if the header is, or as a first line `sep=;` says. ' +
    '`application/x-ndjson`: each line is a resource as a JSON object. ' +
    'Bad rows are reported with their line; the others are imported in batches as they arrive. When the ' +
    'connection breaks, the imported batches stay. ' +
    'Of two rows with the same code, IMSI or K the earlier one is imported. ' +
    "A row with a code or an IMSI outside the ranges of the pool's broker is bad. " +
    'A broker with the scope `inventory:import` imports its own stock into its own pools. ' +
    'With `atomic=true` all rows are imported or none: one bad row makes the response 422 with `errors`, and ' +
    'nothing is written. ' +
    'When the database becomes unreachable, the response is 503 with the counts and `errors` so far, and ' +
    '`processedToLine`: all rows up to this line were imported or are bad; ' +
    'some later rows may have been imported. ' +
    'Each API process runs at most four imports with `dryRun` or `atomic` at once; the response to another one is ' +
    '503. ' +
    '`Idempotency-Key` has no effect and is not needed: a code is imported once, and the same file sent again has ' +
    'only bad rows.',
  scope: 'inventory:import',
  params: z.strictObject({ poolId: z.uuid() }),
  query: z.strictObject({
    dryRun: booleanFromText.default(false).meta({ description: 'Checks all rows and writes nothing.' }),
    atomic: booleanFromText.default(false).meta({ description: 'Imports all rows or none.' }),
    importId: z
      .uuid()
      .toLowerCase()
      .optional()
      .meta({ description: 'Chosen by the client for an import in several requests. The default is a new one.' }),
    checkDigit: z
      .enum(['present', 'missing'])
      .default('present')
      .meta({
        description:
          'Whether the ICCIDs of the file include their check digit, or the import computes it. Without effect in a ' +
          'pool whose codes have none.',
      }),
  }),
  stream: ['text/csv', 'application/x-ndjson'],
  responses: { 200: { description: 'The results of the rows.', body: importReport } },
  problems: ['not-found', 'bad-header', 'bad-rows', 'empty-file', 'secrets-not-configured'],
  problemMembers: { 422: importReport, 503: interruptedImport },
});

export const listResourcesRoute = defineRoute({
  name: 'listResources',
  method: 'get',
  path: '/inventory/resources',
  tag: 'Inventory',
  summary: 'List resources',
  description: 'Several filters are combined with AND. Several values of one filter are combined with OR.',
  scope: 'inventory:read',
  query: listQuery({
    sortBy: resourceSorts,
    filters: { ...resourceFilters, poolId: listFromText(z.uuid()).optional() },
  }),
  responses: {
    200: {
      description: 'One page of resources.',
      body: pagedEnvelope(resource),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const getResourceRoute = defineRoute({
  name: 'getResource',
  method: 'get',
  path: '/inventory/resources/{id}',
  tag: 'Inventory',
  summary: 'Get a resource',
  description: 'Secret attributes are never shown.',
  scope: 'inventory:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The resource.', body: resourceDetails } },
  problems: ['not-found'],
});

export const changeResourceRoute = defineRoute({
  name: 'changeResource',
  method: 'patch',
  path: '/inventory/resources/{id}',
  tag: 'Inventory',
  summary: 'Change a resource',
  description:
    'Absent members stay unchanged. The event has the values before and after, and of a long value its length and ' +
    'its SHA-256.',
  scope: 'inventory:write',
  hasSecrets: true,
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    poolId: z
      .uuid()
      .toLowerCase()
      .optional()
      .meta({ description: 'Another pool of the same type and broker. A reserved resource stays in its pool.' }),
    attributes: freeForm.optional().meta({
      description:
        'Merged by member: null removes a member, and absent members stay unchanged. The identity of a SIM on the ' +
        'network (`imsi`, `ki`, `opc`) is set when it is created and cannot change.',
    }),
    metadata: freeForm.optional().meta({ description: 'Replaces all metadata.' }),
    location: resourceLocation.nullable().optional().meta({ description: 'Null removes it.' }),
    reservationTTL: ttlSeconds
      .nullable()
      .optional()
      .meta({ description: 'Seconds. 0 means at once; null restores the value of the pool.' }),
    quarantineTTL: ttlSeconds
      .nullable()
      .optional()
      .meta({ description: 'Seconds. 0 means at once; null restores the value of the pool.' }),
    associatedResourceIds: associatedResourceIds.optional(),
  }),
  responses: { 200: { description: 'The changed resource.', body: resourceDetails } },
  problems: [
    'not-found',
    'associated-with-itself',
    'attributes-too-long',
    'cannot-be-associated',
    'pool-does-not-fit',
    'resource-not-available',
    'secret-written-once',
    'unknown-resource',
    'written-once',
  ],
});

export const listResourceAllocationsRoute = defineRoute({
  name: 'listResourceAllocations',
  method: 'get',
  path: '/inventory/resources/{id}/allocations',
  tag: 'Inventory',
  summary: 'List the allocations of a resource',
  description: 'The holders of the resource with the time of each allocation, newest first.',
  scope: 'inventory:read',
  params: z.strictObject({ id: z.uuid() }),
  query: listQuery({ sortBy: { heldFrom: 'time' }, filters: {} }),
  responses: {
    200: {
      description: 'One page of allocations.',
      body: pagedEnvelope(allocation),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: ['not-found'],
});

export const listResourceEventsRoute = defineRoute({
  name: 'listResourceEvents',
  method: 'get',
  path: '/inventory/resources/{id}/events',
  tag: 'Inventory',
  summary: 'List the events of a resource',
  description: 'Events are listed oldest first. The events of a removed one are listed too.',
  scope: 'inventory:read',
  params: z.strictObject({ id: z.uuid() }),
  query: eventListQuery,
  responses: eventListAnswers,
  problems: ['not-found'],
});

function defineResourceMove<
  const Move extends {
    readonly name: string;
    readonly path: `/inventory/resources/{id}/${string}`;
    readonly summary: string;
  },
>(move: Move) {
  return defineRoute({
    ...move,
    method: 'post',
    tag: 'Inventory',
    description: 'The resources of `associatedResourceIds` change status together with it.',
    scope: 'inventory:write',
    params: z.strictObject({ id: z.uuid() }),
    responses: { 200: { description: 'The changed resource.', body: resourceDetails } },
    problems: [
      'not-found',
      'invalid-status-transition',
      'resource-on-a-line',
      'line-is-blocked',
      'no-previous-holder',
      'unknown-holder',
      'holder-anonymised',
    ],
  });
}

export const suspendResourceRoute = defineResourceMove({
  name: 'suspendResource',
  path: '/inventory/resources/{id}/suspend',
  summary: 'Suspend a resource',
});

export const resumeResourceRoute = defineResourceMove({
  name: 'resumeResource',
  path: '/inventory/resources/{id}/resume',
  summary: 'Resume a suspended resource',
});

export const decommissionResourceRoute = defineResourceMove({
  name: 'decommissionResource',
  path: '/inventory/resources/{id}/decommission',
  summary: 'Decommission a resource that is not on a line',
});

export const recallResourceRoute = defineResourceMove({
  name: 'recallResource',
  path: '/inventory/resources/{id}/recall',
  summary: 'Recall a quarantined resource for its last holder',
});

export const removeResourceRoute = defineRoute({
  name: 'removeResource',
  method: 'delete',
  path: '/inventory/resources/{id}',
  tag: 'Inventory',
  summary: 'Remove a resource that was never on a line',
  description:
    'It is removed with its codes and secrets, so that a SIM with a wrong IMSI or key can be created again. An ' +
    'event keeps its codes.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 204: { description: 'Removed.' } },
  problems: ['not-found', 'resource-not-available', 'resource-on-a-line', 'resource-was-used'],
});

const undoneImport = z
  .strictObject({
    importId: z.uuid(),
    removed: count.meta({ description: 'The resources that this request removed.' }),
    left: count.meta({ description: 'The resources of the import that are still there.' }),
    isDone: z.boolean().meta({
      description:
        'If false, send the same request again. If true, those that are left are reserved or were on a line.',
    }),
  })
  .meta({ id: 'UndoneImport' });

export type UndoneImport = z.infer<typeof undoneImport>;

export const undoImportRoute = defineRoute({
  name: 'undoImport',
  method: 'post',
  path: '/inventory/resources/undo-import',
  tag: 'Inventory',
  summary: 'Remove the resources of an import that were never on a line',
  description:
    'At most 20,000 are removed in a request, in chunks. Their codes and IMSIs can be imported again. The answer of ' +
    'the import and the first event of each of its resources have its id.',
  scope: 'operator',
  cost: 'batch',
  hasSeveralTransactions: true,
  body: z.strictObject({ importId: z.uuid().toLowerCase() }),
  responses: { 200: { description: 'What was removed.', body: undoneImport } },
  problems: [],
});
