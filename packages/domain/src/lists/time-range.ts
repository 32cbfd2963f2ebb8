/** The bounds of a list's time filters, both inclusive. */
export interface TimeFilters {
  readonly createdAtFrom?: Date | undefined;
  readonly createdAtTo?: Date | undefined;
  readonly updatedAtFrom?: Date | undefined;
  readonly updatedAtTo?: Date | undefined;
}

/** The time filters of a list, as a Prisma condition. */
export function buildTimeRange({ createdAtFrom, createdAtTo, updatedAtFrom, updatedAtTo }: TimeFilters) {
  return { createdAt: between(createdAtFrom, createdAtTo), updatedAt: between(updatedAtFrom, updatedAtTo) };
}

function between(from: Date | undefined, to: Date | undefined) {
  return { ...(from && { gte: from }), ...(to && { lte: to }) };
}
