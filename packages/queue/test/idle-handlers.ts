import { jobs } from '@linework/schemas/jobs';
import type { JobHandlers } from '../src/run-handler.ts';

/** For every job of the catalogue a handler that does nothing. */
export const idleHandlers = Object.fromEntries(
  jobs.map(({ name }) => [name, async () => {}]),
) as unknown as JobHandlers;
