import { toCivilDay } from '@linework/billing/civil-day';
import { calculateCycle, findCycleNumber } from '@linework/billing/cycle';
import { computeLuhnDigit } from '@linework/inventory/external-codes/luhn';
import type { MoveInKind } from '@linework/schemas/move-ins/move-in';
import { formatRow } from '@linework/schemas/values/csv-row';

/** The rows of each kind, by our names of their columns. */
export type ExampleRows = Readonly<Record<MoveInKind, readonly Readonly<Record<string, string>>[]>>;

/** A subscriber as the register has it. */
interface ExampleSubscriber {
  readonly imsi: string;
  readonly msisdn: string;
  readonly serviceState: 'active' | 'suspended' | 'standby';
}

export interface Example {
  readonly rows: ExampleRows;
  readonly register: readonly ExampleSubscriber[];
}

/** Its codes are in ranges of the first broker of the demo, behind those that the demo uses. */
const firstNumber = 5_521_990_100_000;
const firstSerial = 50_000;

const linesPerHolder = 2;
const blockedEvery = 20;
const idleEvery = 50;

/** What the contracts of an example are about. */
export interface ExampleOffer {
  readonly offerVersionId: string;
  readonly productId: string;
  /** A component of the product with an allowance of at least 1,000. */
  readonly componentId: string;
  /** The contracts are in the cycle of this time. */
  readonly now: Date;
}

/**
 * The rows of an operator with so many lines, all right, and the register that belongs to them. Always the same, but
 * for contracts, which it has if there is an offer.
 */
export function buildExample(lineCount: number, offer?: ExampleOffer): Example {
  const serials = Array.from({ length: lineCount }, (_, at) => at);
  const lines = serials.map(buildLine);
  const blocked = lines.filter(({ line }) => line.status === 'BLOCKED');
  const holders = Array.from({ length: Math.ceil(lineCount / linesPerHolder) }, (_, at) => buildHolder(at));
  return {
    rows: {
      holders,
      ...(offer ? buildContracts(holders, offer) : noContracts),
      balances: offer ? lines.map(({ line }) => buildBalance(line.legacyId, offer)) : [],
      numbers: lines.map(({ number }) => number),
      sims: lines.map(({ sim }) => sim),
      lines: lines.map(({ line }) => ({ ...line, subscriptionId: offer ? line.holderId.replace('H-', 'C-') : '' })),
      blocks: blocked.map(({ line }) => ({
        legacyId: `B-${line.legacyId}`,
        lineId: line.legacyId,
        reason: 'NON_PAYMENT',
        since: '2026-03-01',
      })),
    },
    register: lines.map(({ number, sim, line }) => ({
      imsi: sim.imsi,
      msisdn: number.msisdn,
      serviceState: serviceStates[line.status],
    })),
  };
}

const noContracts = { paymentMethods: [], subscriptions: [], products: [], invoices: [] };
const invoiceEvery = 10;
const methodEvery = 3;
const pattern = { frequency: 'MONTHLY', anchorDay: '2020-03-10' } as const;

/** A contract of each holder since March 2020, billed in arrears on the 10th; some have an open invoice. */
function buildContracts(
  holders: readonly { readonly legacyId: string }[],
  { offerVersionId, productId, now }: ExampleOffer,
) {
  const cycle = findCycleNumber(pattern, toCivilDay(now));
  const [current, billed] = [calculateCycle(pattern, cycle), calculateCycle(pattern, cycle - 1)];
  const ids = holders.map(({ legacyId }) => ({ holderId: legacyId, legacyId: legacyId.replace('H-', 'C-') }));
  return {
    paymentMethods: ids
      .filter((_, at) => at % methodEvery === 0)
      .map(({ holderId }) => ({
        legacyId: `M-${holderId}`,
        holderId,
        type: 'CARD',
        token: `tok_${holderId}`,
        brand: 'VISA',
        lastFour: '4242',
        isDefault: 'true',
      })),
    subscriptions: ids.map((id) => ({
      ...id,
      offerVersionId,
      activatedAt: '2020-03-10T12:00:00Z',
      billingType: 'POSTPAID',
      nextBillingDate: current.until,
    })),
    products: ids.map(({ legacyId }) => ({ legacyId: `P-${legacyId}`, subscriptionId: legacyId, productId })),
    invoices: ids
      .filter((_, at) => at % invoiceEvery === 0)
      .map(({ legacyId }, at) => ({
        legacyId: `I-${legacyId}`,
        subscriptionId: legacyId,
        periodFrom: billed.from,
        dueDate: billed.until,
        amount: `${10 + (at % 90)},${String(at % 100).padStart(2, '0')}`,
      })),
  };
}

const buildBalance = (lineId: string, { productId, componentId }: ExampleOffer) => ({
  legacyId: `U-${lineId}`,
  lineId,
  productId,
  componentId,
  used: String(Number(lineId.slice(2)) % 1_000),
});

const serviceStates = { ACTIVE: 'active', BLOCKED: 'suspended', STAND_BY: 'standby' } as const;

const buildHolder = (serial: number) => ({
  legacyId: `H-${serial}`,
  name: `Customer ${serial}`,
  federalTaxId: buildCpf(100_000_000 + serial * 7),
  email: `customer-${serial}@example.com`,
});

function buildLine(serial: number) {
  const status = serial % idleEvery === 7 ? 'STAND_BY' : serial % blockedEvery === 3 ? 'BLOCKED' : 'ACTIVE';
  const digits = `8955990101${String(firstSerial + serial).padStart(8, '0')}`;
  return {
    number: { legacyId: `N-${serial}`, msisdn: `+${firstNumber + firstSerial + serial}` },
    sim: {
      legacyId: `S-${serial}`,
      iccid: digits + computeLuhnDigit(digits),
      imsi: `72499101${String(firstSerial + serial).padStart(7, '0')}`,
    },
    line: {
      legacyId: `L-${serial}`,
      holderId: `H-${Math.floor(serial / linesPerHolder)}`,
      numberId: `N-${serial}`,
      simId: `S-${serial}`,
      status,
      activatedAt: status === 'STAND_BY' ? '' : `20${15 + (serial % 10)}-0${1 + (serial % 9)}-15T12:00:00Z`,
    },
  } as const;
}

function buildCpf(serial: number): string {
  const digits = [...String(serial)].map(Number);
  for (const _ of [1, 2]) {
    const remainder = digits.reduce((sum, digit, at) => sum + digit * (digits.length + 1 - at), 0) % 11;
    digits.push(remainder < 2 ? 0 : 11 - remainder);
  }
  return digits.join('');
}

/** The rows as a file of CSV. */
export function formatExampleFile(rows: readonly Readonly<Record<string, string>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  return [formatRow(names), ...rows.map((row) => formatRow(names.map((name) => row[name])))].join('');
}
