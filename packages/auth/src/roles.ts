/** The roles of operators, each with the rights of those before it. */
export const roles = ['viewer', 'operator', 'administrator'] as const;

export type Role = (typeof roles)[number];

/** Whether a role has the rights of another one. */
export const includesRole = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed);
