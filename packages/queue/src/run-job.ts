import { setImmediate } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import { maskText } from '@linework/log/mask-text';
import { type JobData, type JobName, jobs } from '@linework/schemas/jobs';
import { type Job, UnrecoverableError } from 'bullmq';

export interface JobContext {
  readonly jobId: string;
  /** Says the job with every line. */
  readonly log: Log;
}

/** One handler for each job of the catalogue; one that is missing does not compile. */
export type JobHandlers = {
  readonly [Name in JobName]: (data: JobData<Name>, context: JobContext) => Promise<void>;
};

/** Gives a job, parsed, to its handler. A fault is logged here and told to the queue, which tries again where the job may. */
export async function runJob(job: Job, handlers: JobHandlers, log: Log): Promise<void> {
  const jobId = job.id ?? '';
  const jobLog = log.child({ job: job.name, jobId });
  try {
    const { name, data } = parse(job);
    // The catalogue pairs them: `data` was parsed with the schema of that very name.
    const handle = handlers[name] as (data: unknown, context: JobContext) => Promise<void>;
    await handle(data, { jobId, log: jobLog });
    // What it has set in motion, here and in jobs beside it, goes on before the queue is told.
    await setImmediate();
  } catch (error) {
    jobLog.error({ err: error, attempt: job.attemptsMade + 1, attempts: job.opts.attempts }, 'job failed');
    throw maskError(error);
  }
}

function parse(job: Job): { readonly name: JobName; readonly data: unknown } {
  const declaration = jobs.find(({ name }) => name === job.name);
  if (declaration === undefined) throw new UnrecoverableError(`there is no job of the name ${job.name}`);
  const parsed = declaration.data.safeParse(job.data);
  if (!parsed.success) throw new UnrecoverableError(`the data of ${job.name} is not what it should be: ${parsed.error.message}`);
  return { name: declaration.name, data: parsed.data };
}

/** The queue keeps message and stack of a fault, and shows them on the board. */
function maskError(error: unknown): Error {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const ErrorClass = error instanceof UnrecoverableError ? UnrecoverableError : Error;
  return Object.assign(new ErrorClass(maskText(message)), { stack: maskText(stack) });
}
