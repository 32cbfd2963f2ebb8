import { timeZone } from '@linework/schemas/values/time-zone';

/** SQL for the first instant of a day in São Paulo. */
export const startOfDayInSql = (day: string) => `(${day}::timestamp AT TIME ZONE '${timeZone}')`;
