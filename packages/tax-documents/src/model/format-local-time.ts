import { getUtcOffsetHours, type State } from './states.ts';

const msPerHour = 3_600_000;

/** An instant as local time in the state's capital, in the authority's form: 2026-11-30T23:59:59-03:00. */
export function formatLocalTime(instant: Date, state: State): string {
  const hours = getUtcOffsetHours(state);
  const formatted = new Date(instant.getTime() + hours * msPerHour)
    .toISOString()
    .slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  return `${formatted}-${String(-hours).padStart(2, '0')}:00`;
}

/** 30/11/2026, from a day or from an instant in the authority's form. */
export function formatDay(text: string): string {
  const [year, month, day] = text.slice(0, 'YYYY-MM-DD'.length).split('-');
  return `${day}/${month}/${year}`;
}

/** 30/11/2026 23:59:59, in the state's local time. */
export function formatTime(instant: Date, state: State): string {
  const text = formatLocalTime(instant, state);
  return `${formatDay(text)} ${text.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM:SS'.length)}`;
}
