/** SQL for the date in São Paulo of an instant. */
export const dayInSql = (instant: string) => `((${instant}) AT TIME ZONE 'America/Sao_Paulo')::date`;
