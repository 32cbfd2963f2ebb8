import { dayInSql } from '../billing/day-in-sql.ts';

/** In SQL: true when the last day on which a card may be charged has passed, by the database's clock and the civil day of Brazil; null without one. */
export const lastDayHasPassed = `expires_on < ${dayInSql('now()')}`;

/** In SQL: the same, and false without such a day. No index answers it. */
export const hasExpired = `coalesce(${lastDayHasPassed}, false)`;
