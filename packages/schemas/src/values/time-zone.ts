/** The days of billing, usage and reports are those of São Paulo. */
export const timeZone = 'America/Sao_Paulo';
