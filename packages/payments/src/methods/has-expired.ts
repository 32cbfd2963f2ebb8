import { dayInSql } from '@linework/billing/day-in-sql';

/**
 * SQL for whether the last day of a card has passed, by the database's time and the day in São Paulo; null for a method
 * without a last day.
 */
export const lastDayHasPassed = `expires_on < ${dayInSql('now()')}`;

/** SQL for the same, but false for a method without a last day. It cannot use an index. */
export const hasExpired = `coalesce(${lastDayHasPassed}, false)`;
