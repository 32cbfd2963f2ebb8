import { defineRoute } from '@linework/http/define-route';
import { booleanFromText } from '@linework/http/from-text';
import { z } from 'zod';

/** So many bad rows are told one by one; all are counted. */
export const importErrorsLimit = 1_000;

const count = z.int().min(0).max(2_147_483_647);
const line = z.int().min(1).max(2_147_483_647);
const errorsDescription = `The first ${importErrorsLimit} bad rows, by their place in the file.`;

export const importReport = z
  .strictObject({
    imported: count.meta({ description: 'Rows that became resources; in a dry run, that would have.' }),
    rejected: count.meta({ description: 'Bad rows, told or not.' }),
    dryRun: z.boolean(),
    errors: z.array(z.strictObject({ line, detail: z.string(), externalCode: z.string().optional() })).meta({ description: errorsDescription }),
  })
  .meta({ id: 'ImportReport' });

const interruptedImport = importReport
  .extend({ processedToLine: z.int().min(0).max(2_147_483_647).meta({ description: 'Up to this line every row was imported or is a bad one.' }) })
  .partial();

export type ImportReport = z.infer<typeof importReport>;

export const importResourcesRoute = defineRoute({
  name: 'importResources',
  method: 'post',
  path: '/inventory/pools/{poolId}/resources/import',
  tag: 'Inventory',
  summary: 'Put the resources of a file into a pool',
  description:
    'The body is a file of any length in UTF-8. `text/csv`: a first line with the names of the columns, `externalCode` and as wanted `location`, ' +
    '`attributes.X` and `metadata.X` for any X, or `attributes` and `metadata` with a JSON object each. `application/x-ndjson`: a resource as JSON object in each line. ' +
    'Rows that cannot be taken are reported with their line, and the others are imported, in batches as they arrive: when the connection breaks, whole batches stay. ' +
    'Of two rows with the same code, IMSI or K the earlier one is taken. ' +
    "A row with a code or an IMSI in no range of the pool's broker is a bad one. " +
    'With `atomic=true` it is all or none: one bad row and the answer is 422 with `errors`, and nothing is written. ' +
    'When the database goes away meanwhile, the answer is 503 with the counts and `errors` so far, and `processedToLine`: up to this line every row was imported or is a bad one; ' +
    'of those behind it some may have been imported. ' +
    'At most four files at once are tried or taken all or none by each API process; one more is answered 503. ' +
    'An `Idempotency-Key` is not honoured. None is needed: a code is taken once, and the same file sent again has only bad rows.',
  scope: 'operator',
  params: z.strictObject({ poolId: z.uuid() }),
  query: z.strictObject({
    dryRun: booleanFromText.default(false).meta({ description: 'Check every row and write nothing.' }),
    atomic: booleanFromText.default(false).meta({ description: 'All or none.' }),
    checkDigit: z
      .enum(['present', 'missing'])
      .default('present')
      .meta({ description: 'Whether the ICCIDs of the file end with their check digit, or get it here.' }),
  }),
  stream: ['text/csv', 'application/x-ndjson'],
  responses: { 200: { description: 'What became of the rows.', body: importReport } },
  problems: ['not-found', 'bad-header', 'bad-rows', 'empty-file', 'secrets-not-configured'],
  problemMembers: { 422: importReport, 503: interruptedImport },
});
