import type { Invoice, OfferVersion, Subscription } from '@linework/sdk';
import { t } from '../language/translate.ts';
import { fromCents, toCents } from '../ui/text/cents.ts';
import { dayText, moneyText, percentText } from '../ui/text/day-text.ts';

type Line = Invoice['lines'][number];

const dayMs = 86_400_000;

/** The days from the first to the last one, both counted. */
const countDays = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / dayMs + 1;

/** `all 30 days`, `12 of 30 days`: which part of the cycle a line is about. */
export function daysText(line: Pick<Line, 'periodFrom' | 'periodUntil'>, invoice: Invoice): string {
  const days = countDays(line.periodFrom, line.periodUntil);
  const all = countDays(invoice.periodFrom, invoice.periodUntil);
  return days === all
    ? t('all {all} days', { all })
    : t('{days} of {all} days, from {day}', { days, all, day: dayText(line.periodFrom) });
}

/** What made a line: the product of the version that the subscription holds, or a discount of it. */
interface Origin {
  readonly offerId?: string;
  readonly text: string;
}

/** Where the amount of a line comes from, as far as the subscription and its versions tell. */
export function findOrigin(
  line: Line,
  subscription: Pick<Subscription, 'products'> | undefined,
  versions: ReadonlyMap<string, OfferVersion>,
): Origin | undefined {
  const held = subscription?.products.find(({ id }) => id === line.subscriptionProductId);
  const version = held && versions.get(held.offerVersionId);
  if (version === undefined) return undefined;
  const { offerId, version: number } = version;
  if (line.kind === 'DISCOUNT') {
    const discount = version.discounts.find(({ discountId }) => discountId === line.discountId);
    if (discount === undefined) return undefined;
    const { value, durationInCycles } = discount;
    const size = value.type === 'PERCENTAGE' ? percentText(value.amount) : moneyText(value.amount);
    const text =
      durationInCycles === undefined
        ? t('{size}, version {number}', { size, number })
        : t('{size} for {cycles} cycles, version {number}', { size, cycles: durationInCycles, number });
    return { offerId, text };
  }
  const product = version.products.find(({ id }) => id === line.productId);
  if (product === undefined) return undefined;
  const parts = [product.price, ...product.components.map(({ price }) => price)];
  const price = moneyText(fromCents(parts.reduce((sum, part) => sum + toCents(part), 0)));
  return {
    offerId,
    text:
      product.recurrence === 'SPOT'
        ? t('{price} once, version {number}', { price, number })
        : t('{price} a cycle, version {number}', { price, number }),
  };
}

/** Lines of two invoices that are about the same thing. */
const keyOf = ({ kind, productId, discountId = '', description }: Line): string =>
  [kind, productId, discountId, description].join(' ');

function sumByKey(lines: readonly Line[]): Map<string, { readonly description: string; readonly cents: number }> {
  const sums = new Map<string, { readonly description: string; readonly cents: number }>();
  for (const line of lines) {
    const before = sums.get(keyOf(line))?.cents ?? 0;
    sums.set(keyOf(line), { description: line.description, cents: before + toCents(line.amount) });
  }
  return sums;
}

const signed = (cents: number): string => `${cents < 0 ? '−' : '+'}${moneyText(fromCents(Math.abs(cents)))}`;

/** One sentence on what differs from the invoice of the cycle before. */
export function compareInvoices(invoice: Invoice, before: Invoice): string {
  const difference = toCents(invoice.totalAmount) - toCents(before.totalAmount);
  const [now, then] = [sumByKey(invoice.lines), sumByKey(before.lines)];
  const changes = [...new Set([...then.keys(), ...now.keys()])].flatMap((key) => {
    const cents = (now.get(key)?.cents ?? 0) - (then.get(key)?.cents ?? 0);
    if (cents === 0) return [];
    const values = { what: (now.get(key) ?? then.get(key))?.description ?? '', amount: signed(cents) };
    if (!then.has(key)) return [t('{what} new ({amount})', values)];
    return [now.has(key) ? t('{what} changed ({amount})', values) : t('{what} no longer ({amount})', values)];
  });
  const { cycle } = before;
  if (changes.length === 0) return t('The same as in cycle {cycle}.', { cycle });
  const values = { cycle, amount: moneyText(fromCents(Math.abs(difference))), changes: changes.join(', ') };
  if (difference === 0) return t('The same sum as in cycle {cycle}: {changes}.', values);
  return difference > 0
    ? t('{amount} more than in cycle {cycle}: {changes}.', values)
    : t('{amount} less than in cycle {cycle}: {changes}.', values);
}
