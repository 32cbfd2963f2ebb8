import { addDays } from '../billing/civil-day.ts';

/** How long a holder has to pay. */
export const daysToPay = 10;

/** When an invoice that is opened on a day is to be paid by: what was made or approved late is not overdue at once. */
export const calculateDueDate = (openedOn: string) => addDays(openedOn, daysToPay);
