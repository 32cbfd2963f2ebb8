import { buildExample, type ExampleOffer, type ExampleRows } from '@linework/move-in/example-files';
import type { FindingCode } from '@linework/schemas/move-ins/finding-codes';
import { rowsOfLines } from '@linework/testing/an-empty-installation';

/** The files of one move-in. */
export interface MoveInPart {
  readonly rows: ExampleRows;
  /** How many findings of each kind the check and the comparison have to have together. */
  readonly findings: Partial<Record<FindingCode, number>>;
  /** The subscribers of its lines that the register has from the start, with a number of the broker. */
  readonly registered: number;
}

export interface MoveInFiles {
  readonly parts: readonly MoveInPart[];
  readonly register: ReturnType<typeof buildExample>['register'];
  /** The legacy ids of lines whose subscribers the register does not have. */
  readonly unregistered: ReadonlySet<string>;
}

export const partCount = 4;
const linesEach = 80;
const holdersEach = linesEach / 2;

type Row = Readonly<Record<string, string>>;

/** The faults of the files of each part, each in the row with this position. No line has two of them. */
const faults = [
  { kind: 'holders', at: 5, of: holdersEach, spoil: (row: Row) => ({ ...row, federalTaxId: '11111111111' }) },
  { kind: 'sims', at: 30, of: linesEach, spoil: (row: Row) => ({ ...row, iccid: '8.95501E+18' }) },
  { kind: 'lines', at: 50, of: linesEach, spoil: (row: Row) => ({ ...row, activatedAt: '' }) },
  { kind: 'invoices', at: 1, of: holdersEach / 10, spoil: (row: Row) => ({ ...row, amount: '1,234,5' }) },
] as const;

/** Where the register has something else than the files, by the position of the line in its part. */
const unregisteredAt = 60;
const otherNumberAt = 70;
const suspendedAt = 74;

const findings = {
  'invalid-value': 2,
  'rounded-by-spreadsheet': 1,
  'missing-value': 1,
  'not-on-network': 1,
  'other-number': 1,
  'other-service-state': 1,
} as const;

/** The files of several move-ins of one broker, with faults, and the register that belongs to them. */
export function buildMoveInFiles(offer: ExampleOffer): MoveInFiles {
  const example = buildExample(partCount * linesEach, offer);
  const spoiled: Record<string, readonly Row[]> = { ...example.rows };
  for (const { kind, at, of, spoil } of faults)
    spoiled[kind] = spoiled[kind]?.map((row, index) => (index % of === at ? spoil(row) : row)) ?? [];
  const rows = spoiled as ExampleRows;
  const register = example.register.flatMap((subscriber, index) => {
    const at = index % linesEach;
    if (at === unregisteredAt) return [];
    if (at === otherNumberAt) return [{ ...subscriber, msisdn: `+3519300${String(index).padStart(5, '0')}` }];
    return at === suspendedAt ? [{ ...subscriber, serviceState: 'suspended' as const }] : [subscriber];
  });
  const unregistered = rows.lines.filter((_, index) => index % linesEach === unregisteredAt);
  return {
    parts: Array.from({ length: partCount }, (_, part) => ({
      rows: rowsOfLines(rows, part * linesEach, (part + 1) * linesEach),
      findings,
      registered: linesEach - [unregisteredAt, otherNumberAt].length,
    })),
    register,
    unregistered: new Set(unregistered.flatMap(({ legacyId }) => legacyId ?? [])),
  };
}
