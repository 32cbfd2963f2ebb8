import { timeZone } from '@linework/schemas/values/time-zone';

/** SQL for the date in São Paulo of an instant. */
export const dayInSql = (instant: string) => `((${instant}) AT TIME ZONE '${timeZone}')::date`;
