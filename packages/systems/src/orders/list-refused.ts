import type { Fault } from '@linework/problem-details/fault';
import { validationError } from '@linework/problem-details/make-problem';
import { z } from 'zod';
import { type LineworkAnswer, readJson } from '../linework/ask-linework.ts';

/** The order service is there and does not take the filters, such as one of an earlier release. */
export interface ListRefused {
  readonly faults: readonly Fault[];
}

const fault = z.object({ detail: z.string(), parameter: z.string().optional() });
const problem = z.object({ errors: z.array(fault).min(1).max(100) });
const unclear: readonly Fault[] = [{ detail: 'The order service does not take this request.' }];

/** What an answer 400 finds fault with. */
export function refusalIn({ text }: LineworkAnswer): ListRefused {
  const read = problem.safeParse(readJson(text));
  return { faults: read.success ? read.data.errors.map(({ detail, parameter }) => ({ detail, ...(parameter !== undefined && { parameter }) })) : unclear };
}

/** Raises the same 400 for the client: asking again is of no use. */
export function raiseRefusal({ faults }: ListRefused): never {
  throw validationError(faults);
}
