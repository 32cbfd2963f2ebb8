/** In SQL: the day that an instant is in in São Paulo, a date. */
export const dayInSql = (instant: string) => `((${instant}) AT TIME ZONE 'America/Sao_Paulo')::date`;
