import { setImmediate } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import { maskText } from '@linework/log/mask-text';
import { type JobData, type JobName, jobs } from '@linework/schemas/jobs';
import { type Job, UnrecoverableError } from 'bullmq';

export interface JobContext {
  readonly jobId: string;
  /** Adds the name and the id of the job to every line. */
  readonly log: Log;
}

/** One handler for each job of the catalogue. The compiler rejects a missing one. */
export type JobHandlers = {
  readonly [Name in JobName]: (data: JobData<Name>, context: JobContext) => Promise<void>;
};

/** Parses a job and calls its handler. Logs an error and throws it to the queue, which retries the job if attempts are left. */
export async function runJob(job: Job, handlers: JobHandlers, log: Log): Promise<void> {
  const jobId = job.id ?? '';
  const jobLog = log.child({ job: job.name, jobId });
  try {
    const { name, data } = parse(job);
    // Name and data match, because `data` was parsed with the schema of that name.
    const handle = handlers[name] as (data: unknown, context: JobContext) => Promise<void>;
    await handle(data, { jobId, log: jobLog });
    // Lets pending work of this and other jobs run before the queue marks the job as completed.
    await setImmediate();
  } catch (error) {
    jobLog.error({ err: error, attempt: job.attemptsMade + 1, attempts: job.opts.attempts }, 'job failed');
    throw maskError(error);
  }
}

function parse(job: Job): { readonly name: JobName; readonly data: unknown } {
  const declaration = jobs.find(({ name }) => name === job.name);
  if (declaration === undefined) throw new UnrecoverableError(`there is no job with the name ${job.name}`);
  const parsed = declaration.data.safeParse(job.data);
  if (!parsed.success) throw new UnrecoverableError(`the data of ${job.name} does not match its schema: ${parsed.error.message}`);
  return { name: declaration.name, data: parsed.data };
}

/** Masks message and stack of an error, because the queue stores them and the job board shows them. */
function maskError(error: unknown): Error {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const ErrorClass = error instanceof UnrecoverableError ? UnrecoverableError : Error;
  return Object.assign(new ErrorClass(maskText(message)), { stack: maskText(stack) });
}
