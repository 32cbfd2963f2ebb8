import { dateLocale, dayShape, language } from '../../language/language.ts';

const dayFormat = new Intl.DateTimeFormat(dateLocale, { ...dayShape, timeZone: 'UTC' });

/** `25 Nov 2026`, `25/11/2026`: a day without a time is the same day for every reader. */
export const dayText = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));

const moneyFormat = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });

/** `R$1,149.90`, `R$ 1.149,90`: an amount, which the interface has as text. */
export const moneyText = (amount: string): string => moneyFormat.format(Number(amount));

/** `12.5%`, `12,5%`: a part of a price, which has at most four decimals. */
export const percentText = (amount: string | number): string =>
  `${Number(amount).toLocaleString(language, { maximumFractionDigits: 4 })}%`;
