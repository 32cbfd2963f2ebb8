import { defineRoute } from '@linework/http/define-route';
import { booleanFromText } from '@linework/http/from-text';
import { z } from 'zod';

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
    errors: z
      .array(z.strictObject({ line, detail: z.string(), externalCode: z.string().optional() }))
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
    'The body is a file of any length in UTF-8. `text/csv`: the first line has the column names: `externalCode`, and optionally `location`, ' +
    '`attributes.X` and `metadata.X` for any X, or `attributes` and `metadata` with a JSON object each. `application/x-ndjson`: each line is a resource as a JSON object. ' +
    'Bad rows are reported with their line; the others are imported in batches as they arrive. When the connection breaks, the imported batches stay. ' +
    'Of two rows with the same code, IMSI or K the earlier one is imported. ' +
    "A row with a code or an IMSI outside the ranges of the pool's broker is bad. " +
    'With `atomic=true` all rows are imported or none: one bad row makes the response 422 with `errors`, and nothing is written. ' +
    'When the database becomes unreachable, the response is 503 with the counts and `errors` so far, and `processedToLine`: all rows up to this line were imported or are bad; ' +
    'some later rows may have been imported. ' +
    'Each API process runs at most four imports with `dryRun` or `atomic` at once; the response to another one is 503. ' +
    '`Idempotency-Key` has no effect and is not needed: a code is imported once, and the same file sent again has only bad rows.',
  scope: 'operator',
  params: z.strictObject({ poolId: z.uuid() }),
  query: z.strictObject({
    dryRun: booleanFromText.default(false).meta({ description: 'Checks all rows and writes nothing.' }),
    atomic: booleanFromText.default(false).meta({ description: 'Imports all rows or none.' }),
    checkDigit: z
      .enum(['present', 'missing'])
      .default('present')
      .meta({ description: 'Whether the ICCIDs of the file include their check digit, or the import computes it.' }),
  }),
  stream: ['text/csv', 'application/x-ndjson'],
  responses: { 200: { description: 'The results of the rows.', body: importReport } },
  problems: ['not-found', 'bad-header', 'bad-rows', 'empty-file', 'secrets-not-configured'],
  problemMembers: { 422: importReport, 503: interruptedImport },
});
