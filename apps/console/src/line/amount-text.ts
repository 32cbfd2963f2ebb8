import type { BalanceComponent } from '@linework/sdk';
import { language } from '../language/language.ts';
import { t } from '../language/translate.ts';
import { byteText } from '../ui/text/byte-text.ts';

type Unit = BalanceComponent['unit'];

const short = (amount: number): string => amount.toLocaleString(language, { maximumFractionDigits: 1 });

/** `3.2 GB`, `95 min`, `12`: an amount of data, calls or messages. A line breaks only around it. */
export function amountText(unit: Unit, amount: number): string {
  if (unit === 'MESSAGE') return short(amount);
  if (unit === 'SECOND') return amount > 0 && amount < 60 ? `${amount}\u00a0s` : `${short(amount / 60)}\u00a0min`;
  return byteText(amount).replace(' ', '\u00a0');
}

/** `3.2 GB of 10 GB`, `12 of 50 messages`, or `3.2 GB, unlimited`. */
export function usedText({
  unit,
  usedAmount,
  totalAmount,
  unlimited,
}: Pick<BalanceComponent, 'unit' | 'usedAmount' | 'totalAmount' | 'unlimited'>): string {
  const used = amountText(unit, usedAmount);
  const text = unlimited ? used : t('{used} of {total}', { used, total: amountText(unit, totalAmount) });
  const counted = unit === 'MESSAGE' ? t('{amount} messages', { amount: text }) : text;
  return unlimited ? t('{amount}, unlimited', { amount: counted }) : counted;
}
