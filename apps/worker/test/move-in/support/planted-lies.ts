import { buildExample, type ExampleRows } from '@linework/move-in/example-files';
import type { FindingCode } from '@linework/schemas/move-ins/finding-codes';
import type { MoveInKind } from '@linework/schemas/move-ins/move-in';

type Row = Readonly<Record<string, string>>;

interface Lie {
  readonly kind: MoveInKind;
  /** One of every hundred rows has it. Each lie has rows of its own, and lines of its own. */
  readonly at: number;
  /** What the check finds for each row with the lie. */
  readonly finds: Partial<Record<FindingCode, number>>;
  readonly tell: (row: Row, next: Row) => Row;
}

/** Every kind of finding that the rows of a file can have by themselves, in every kind of file that has money. */
const lies: readonly Lie[] = [
  {
    kind: 'holders',
    at: 5,
    finds: { 'invalid-value': 1 },
    tell: (row) => ({ ...row, federalTaxId: '11111111111' }),
  },
  {
    kind: 'numbers',
    at: 20,
    finds: { 'duplicate-in-file': 2 },
    tell: (row, next) => ({ ...row, msisdn: next['msisdn'] ?? '' }),
  },
  {
    kind: 'numbers',
    at: 24,
    finds: { 'outside-ranges': 1 },
    tell: (row) => ({ ...row, msisdn: row['msisdn']?.replace('+5521', '+5511') ?? '' }),
  },
  { kind: 'sims', at: 30, finds: { 'rounded-by-spreadsheet': 1 }, tell: (row) => ({ ...row, iccid: '8.95501E+18' }) },
  {
    kind: 'lines',
    at: 40,
    // Its contract is of another holder then, too.
    finds: { 'unknown-reference': 1, 'invalid-value': 1 },
    tell: (row) => ({ ...row, holderId: 'H-nobody' }),
  },
  {
    kind: 'lines',
    at: 50,
    finds: { 'missing-value': 1 },
    tell: (row) => ({ ...row, status: 'ACTIVE', activatedAt: '' }),
  },
  { kind: 'paymentMethods', at: 3, finds: { 'missing-value': 1 }, tell: (row) => ({ ...row, token: '' }) },
  { kind: 'balances', at: 90, finds: { 'invalid-value': 1 }, tell: (row) => ({ ...row, used: '999999999999999' }) },
  { kind: 'invoices', at: 9, finds: { 'invalid-value': 1 }, tell: (row) => ({ ...row, amount: '1,234,5' }) },
  { kind: 'invoices', at: 19, finds: { 'invalid-value': 1 }, tell: (row) => ({ ...row, periodFrom: '2099-01-01' }) },
];

export interface PlantedLies {
  readonly rows: ExampleRows;
  /** How many findings of each kind the check has to have. */
  readonly found: Readonly<Record<string, number>>;
}

/** Plants each lie into one of every hundred rows of its file. */
export function plantLies(rows: ExampleRows): PlantedLies {
  const found: Record<string, number> = {};
  let planted = rows;
  for (const { kind, at, finds, tell } of lies) {
    const changed = planted[kind].map((row, index) => {
      if (index % 100 !== at) return row;
      for (const [code, count] of Object.entries(finds)) found[code] = (found[code] ?? 0) + count;
      return tell(row, planted[kind][index + 1] ?? {});
    });
    planted = { ...planted, [kind]: changed };
  }
  return { rows: planted, found };
}

interface Subscriber {
  readonly imsi: string;
  readonly msisdn: string;
  readonly serviceState: 'active' | 'suspended' | 'standby';
}

/** The register lies too, about one of every hundred lines each: nobody is there, another number, another state. */
export const lieInRegister = (register: readonly Subscriber[]): readonly Subscriber[] =>
  register.flatMap((subscriber, at) => {
    if (at % 100 === 60) return [];
    if (at % 100 === 70) return [{ ...subscriber, msisdn: `+5521988${String(at).padStart(6, '0')}` }];
    if (at % 100 === 81) return [{ ...subscriber, serviceState: 'suspended' as const }];
    return [subscriber];
  });

/** What the comparison finds for each hundred lines. The numbers that lie in the file are others in the register. */
export const foundInRegister = { 'not-on-network': 1, 'other-number': 3, 'other-service-state': 1 } as const;

interface Extras {
  /** Numbers and SIMs that no line has, for the files. */
  readonly numbers: readonly Row[];
  readonly sims: readonly Row[];
  readonly register: readonly Subscriber[];
}

/**
 * Subscribers that no line has, two for each hundred lines. The numbers and SIMs of one half are in the files, and the
 * others are in none.
 */
export function buildExtras(lineCount: number): Extras {
  const each = lineCount / 100;
  const { rows, register } = buildExample(lineCount + 2 * each);
  const inFiles = <Item>(items: readonly Item[]) => items.slice(lineCount, lineCount + each);
  return { numbers: inFiles(rows.numbers), sims: inFiles(rows.sims), register: register.slice(lineCount) };
}

/** For each hundred lines: the rows of a number and of a SIM, and a number that is in no file. */
export const extrasFound = 3;
