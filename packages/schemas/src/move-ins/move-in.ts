import { z } from 'zod';
import { moveInLifecycle } from '../lifecycles/move-in.lifecycle.ts';
import { type FindingCode, findingCodes, moveInDecisions } from './finding-codes.ts';

/** The kinds of files, in the order in which their records are adopted. */
export const moveInKinds = [
  'holders',
  'paymentMethods',
  'numbers',
  'sims',
  'subscriptions',
  'products',
  'lines',
  'blocks',
  'balances',
  'invoices',
] as const;
export type MoveInKind = (typeof moveInKinds)[number];

const codes = Object.keys(findingCodes) as [FindingCode, ...FindingCode[]];

export const findingStages = ['upload', 'check', 'compare'] as const;

const count = z.int().min(0).max(2_147_483_647);
const text = z.string().min(1).max(200);

/** The names of one kind of file, in the words of the other system. */
const mapping = z.strictObject({
  columns: z
    .record(text, text)
    .optional()
    .meta({ description: 'Our column for each of theirs; `-` for a column that is not wanted.' }),
  values: z
    .record(text, z.record(text, z.string().max(200)))
    .optional()
    .meta({ description: 'For a column of ours: our value for each of theirs.' }),
});

export const moveInMappings = z
  .strictObject(
    Object.fromEntries(moveInKinds.map((kind) => [kind, mapping.optional()])) as Record<
      MoveInKind,
      z.ZodOptional<typeof mapping>
    >,
  )
  .meta({ id: 'MoveInMappings' });

export type MoveInMapping = z.infer<typeof mapping>;

const members = {
  id: z.uuid(),
  brokerId: z.uuid(),
  status: z.enum(moveInLifecycle.statuses),
  name: z.string().optional(),
  numberPoolId: z.uuid(),
  simPoolId: z.uuid(),
  callsPerSecond: count.meta({ description: 'How fast the register is read.' }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

export const moveIn = z.strictObject(members).meta({ id: 'MoveIn' });
export type MoveIn = z.infer<typeof moveIn>;

export const moveInFile = z
  .strictObject({
    kind: z.enum(moveInKinds),
    digest: z.string().meta({ description: 'The SHA-256 of the file as it came.' }),
    bytes: z.int().min(0),
    rows: count,
    faults: count.meta({ description: 'What was wrong with its rows when they were read.' }),
  })
  .meta({ id: 'MoveInFile' });
export type MoveInFile = z.infer<typeof moveInFile>;

export const moveInDetails = z
  .strictObject({
    ...members,
    mappings: moveInMappings,
    files: z.array(moveInFile),
    findings: z.array(
      z.strictObject({
        code: z.enum(codes),
        text: z.string(),
        count,
        choices: z.array(z.enum(moveInDecisions)).meta({ description: 'What may be decided about them.' }),
        decision: z.enum(moveInDecisions).optional(),
        reason: z.string().optional(),
      }),
    ),
    progress: z.strictObject({
      rows: count,
      compared: count.meta({ description: 'Lines for which the register was read.' }),
      registerListedAt: z.iso
        .datetime()
        .optional()
        .meta({
          description:
            'When all subscribers of the register were read, for those that no line has. Absent before the ' +
            'comparison, and if the register cannot list them: then no finding is `extra`.',
        }),
      adopted: count,
      leftOut: count,
    }),
  })
  .meta({ id: 'MoveInDetails' });
export type MoveInDetails = z.infer<typeof moveInDetails>;

export const moveInFinding = z
  .strictObject({
    id: z.uuid(),
    stage: z.enum(findingStages),
    kind: z.enum(moveInKinds),
    row: count.meta({
      description:
        'The line of the file on which the row ends, counted from 1. 0 for a number that is in no file: a subscriber ' +
        'in the register has it.',
    }),
    column: z.string().optional(),
    code: z.enum(codes),
    legacyId: z.string().optional(),
    msisdn: z.string().optional().meta({ description: 'The number, if it is in no file.' }),
    detail: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'MoveInFinding' });
export type MoveInFinding = z.infer<typeof moveInFinding>;

export const moveInRow = z
  .strictObject({
    id: z.uuid().meta({ description: 'The id of the record that the row becomes.' }),
    kind: z.enum(moveInKinds),
    row: count,
    legacyId: z.string().optional(),
    state: z.enum(['read', 'left-out', 'adopted', 'undone']),
    reason: z.string().optional(),
  })
  .meta({ id: 'MoveInRow' });
export type MoveInRow = z.infer<typeof moveInRow>;

/** The statement to sign: each row is adopted or left out for a reason. */
export const moveInBalance = z
  .strictObject({
    moveInId: z.uuid(),
    status: z.enum(moveInLifecycle.statuses),
    files: z.array(moveInFile),
    items: z.array(
      z.strictObject({
        kind: z.enum(moveInKinds),
        state: z.enum(['read', 'left-out', 'adopted', 'undone']),
        reason: z.string().optional(),
        rows: count,
        amount: z.string().optional().meta({ description: 'Of invoices: the sum of what is open, to the cent.' }),
        used: z.number().optional().meta({ description: 'Of balances: the sum of what was used.' }),
      }),
    ),
  })
  .meta({ id: 'MoveInBalance' });
export type MoveInBalance = z.infer<typeof moveInBalance>;
