import { validationError } from '@linework/problem-details/make-problem';
import { reportDefaultDays, reportLimitDays } from '@linework/schemas/reports/order-report';

interface Period {
  readonly createdAtFrom: Date;
  readonly createdAtTo: Date;
}

const dayMs = 86_400_000;

/**
 * The period of a report, by default whole UTC days until the end of today. Raises validation-error if it is too long:
 * a report reads each of its orders.
 */
export function findReportPeriod(
  given: { readonly createdAtFrom?: Date | undefined; readonly createdAtTo?: Date | undefined },
  now: Date,
): Period {
  const createdAtTo = given.createdAtTo ?? new Date(Math.ceil((now.getTime() + 1) / dayMs) * dayMs - 1);
  const createdAtFrom = given.createdAtFrom ?? new Date(createdAtTo.getTime() + 1 - reportDefaultDays * dayMs);
  if (createdAtTo.getTime() - createdAtFrom.getTime() > reportLimitDays * dayMs) {
    const until = createdAtTo.toISOString();
    const detail = `must be at most ${reportLimitDays} days before \`createdAtTo\`, which is ${until}`;
    throw validationError([{ parameter: 'createdAtFrom', detail }]);
  }
  return { createdAtFrom, createdAtTo };
}
