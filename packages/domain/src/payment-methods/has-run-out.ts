/** In SQL: whether the last day on which a card may be charged has passed, by the database's clock and the civil day of Brazil. */
export const hasRunOut = "coalesce(expires_on < (now() AT TIME ZONE 'America/Sao_Paulo')::date, false)";
