import { eachAlone } from '@linework/http/request/each-alone';
import { itemProblemSchema, type StoredProblem } from '@linework/problem-details/stored-problem';
import { z } from 'zod';
import { newLine } from '../lines/new-line.ts';
import { type RowOperation, rowLimit, rowOperations } from './bulk-operation.ts';

const from = 'exactly one of externalCode, resourceId, reservationId and poolId';

/** The source of a number or a SIM of a row, as a list names it: a number or an ICCID, too. */
const rowSource = z
  .union(
    [
      z.strictObject({ externalCode: z.string().trim().min(1).max(100) }),
      z.strictObject({ resourceId: z.uuid().toLowerCase() }),
      z.strictObject({ reservationId: z.uuid().toLowerCase() }),
      z.strictObject({ poolId: z.uuid().toLowerCase() }),
    ],
    `must have ${from}`,
  )
  .meta({ description: `The source: ${from}. An \`externalCode\` is a number or an ICCID.` });

const lineOfRow = z
  .union(
    [z.strictObject({ id: z.uuid().toLowerCase() }), z.strictObject({ msisdn: z.string().trim().min(1).max(30) })],
    'must have exactly one of id and msisdn',
  )
  .meta({ description: 'The line: its id, or the number that it has now.' });

const newLineRow = z.strictObject({ ...newLine.shape, msisdn: rowSource, sim: rowSource });
const simSwapRow = z.strictObject({ line: lineOfRow, sim: rowSource });
const numberChangeRow = z.strictObject({ line: lineOfRow, msisdn: rowSource });

export type RowSource = z.infer<typeof rowSource>;
export type NewLineRow = z.infer<typeof newLineRow>;
export type SimSwapRow = z.infer<typeof simSwapRow>;
export type NumberChangeRow = z.infer<typeof numberChangeRow>;

const listOf = <Row extends z.ZodType>(row: Row, what: string) =>
  z
    .array(eachAlone(row))
    .min(1)
    .max(rowLimit)
    .optional()
    .meta({ description: `${what} A row that is wrong becomes a refused item. The other rows are processed.` });

/** The lists of rows, each of one operation. */
export const rowLists = {
  newLines: listOf(newLineRow, 'For `create`: the lines to create.'),
  simSwaps: listOf(simSwapRow, 'For `swap-sim`: the lines and their new SIMs.'),
  numberChanges: listOf(numberChangeRow, 'For `change-number`: the lines and their new numbers.'),
};

/** The name of the list of each operation. */
export const listOfOperation = {
  create: 'newLines',
  'swap-sim': 'simSwaps',
  'change-number': 'numberChanges',
} as const satisfies Readonly<Record<RowOperation, keyof typeof rowLists>>;

const count = z.int().min(0).max(rowLimit);

/** What a bulk operation of these rows would do now. */
export const bulkRowPreview = z
  .strictObject({
    operation: z.enum(rowOperations),
    total: count.meta({ description: 'The number of rows.' }),
    allowed: count.meta({ description: 'How many of them would get an order now.' }),
    refused: count,
    needsApproval: z
      .boolean()
      .meta({ description: 'Whether such a bulk operation of this caller would wait for another person.' }),
    refusedRows: z
      .array(z.strictObject({ position: count, problem: itemProblemSchema }))
      .meta({ description: 'Every row that would be refused, with its position from 0.' }),
  })
  .meta({ id: 'BulkRowPreview' });

export type StoredRowPreview = Omit<z.infer<typeof bulkRowPreview>, 'refusedRows'> & {
  readonly refusedRows: readonly { readonly position: number; readonly problem: StoredProblem }[];
};
