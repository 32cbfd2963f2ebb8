/** The Prisma filter for "contains this text in any case"; Prisma does not escape the wildcards of LIKE. */
export const escapedContains = (text: string) => ({ contains: text.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' as const });
