import { addDays } from '@linework/billing/civil-day';

/** The number of days that a holder has to pay. */
const daysToPay = 10;

/** The due date counts from the opening day, so that an invoice made or approved late is not overdue at once. */
export const calculateDueDate = (openedOn: string) => addDays(openedOn, daysToPay);
