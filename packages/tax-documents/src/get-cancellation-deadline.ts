import { formatLocalTime } from './model/format-local-time.ts';
import { getUtcOffsetHours, type State } from './model/states.ts';

const msPerHour = 3_600_000;
const hoursAfterMonth = 120;

/**
 * The instant from which an NFCom can no longer be cancelled: 120 hours after the end of the month of its
 * authorisation, in the state's local time (Ajuste SINIEF 7/22).
 */
export function getCancellationDeadline(authorisedAt: Date, state: State): Date {
  const [year = 0, month = 0] = formatLocalTime(authorisedAt, state).split('-').map(Number);
  return new Date(Date.UTC(year, month, 1) + (hoursAfterMonth - getUtcOffsetHours(state)) * msPerHour);
}
