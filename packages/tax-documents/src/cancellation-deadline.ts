import { localTime } from './local-time.ts';
import { hoursFromUtc, type State } from './states.ts';

const msPerHour = 3_600_000;
const hoursAfterTheMonth = 120;

/**
 * The instant from which an NFCom can no longer be cancelled: 120 hours after the end of the month of its authorisation, as the state's clock shows
 * that month (Ajuste SINIEF 7/22).
 */
export function cancellationDeadline(authorisedAt: Date, state: State): Date {
  const [year = 0, month = 0] = localTime(authorisedAt, state).split('-').map(Number);
  return new Date(Date.UTC(year, month, 1) + (hoursAfterTheMonth - hoursFromUtc(state)) * msPerHour);
}
