import { dateLocale, dayShape, language } from '../../language/language.ts';
import { t } from '../../language/translate.ts';

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** `3 min ago`, `in 20 s`, `now`: one unit, rounded down. @internal */
export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(now - at);
  const unit = units.find(([, size]) => distance >= size);
  if (unit === undefined || distance < 5_000) return t('now');
  const time = `${Math.floor(distance / unit[1])} ${unit[0]}`;
  return at <= now ? t('{time} ago', { time }) : t('in {time}', { time });
}

/**
 * The same for a page whose clock ticks seldom: what happened since the last tick is `now`, and not in the future.
 */
export const relativeToTick = (at: number, tickedAt: number, now: number): string =>
  relativeTime(at, Math.max(tickedAt, Math.min(at, now)));

/** Below ten seconds with one decimal. */
function secondsText(ms: number): string {
  const digits = ms < 10_000 ? 1 : 0;
  return (ms / 1_000).toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `340 ms`, `4.2 s`, `3 min 20 s`, `2 h 5 min`: at most two units. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${secondsText(ms)} s`;
  const [large, small] =
    ms < 3_600_000 ? (['min', 's'] as const) : ms < 86_400_000 ? (['h', 'min'] as const) : (['d', 'h'] as const);
  const sizes = { s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };
  const whole = Math.floor(ms / sizes[large]);
  const rest = Math.floor((ms - whole * sizes[large]) / sizes[small]);
  return rest === 0 ? `${whole} ${large}` : `${whole} ${large} ${rest} ${small}`;
}

/** The exact time, in the zone of the reader and with its offset. */
export function exactTime(at: string): string {
  return new Intl.DateTimeFormat(dateLocale, {
    ...dayShape,
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZoneName: 'shortOffset',
  }).format(new Date(at));
}

/** `25 Nov 2026`, in the zone of the reader. */
export const dateText = (at: string): string => new Intl.DateTimeFormat(dateLocale, dayShape).format(new Date(at));

/** `25 Nov 2026, 14:05`, in the zone of the reader. */
export const dateTimeText = (at: string): string =>
  new Intl.DateTimeFormat(dateLocale, { ...dayShape, hour: '2-digit', minute: '2-digit' }).format(new Date(at));
