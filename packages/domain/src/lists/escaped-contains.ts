/** "Has this as a part, in upper or lower case", as Prisma takes it: it does not escape what LIKE takes for wildcards. */
export const escapedContains = (text: string) => ({ contains: text.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' as const });
