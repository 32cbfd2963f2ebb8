import type { Log } from '@linework/log/log';
import { maskText } from '@linework/log/mask-text';
import { type JobData, type JobName, jobs } from '@linework/schemas/jobs';
import { UnrecoverableError } from 'bullmq';

export interface JobContext {
  readonly jobId: string;
  /** Adds the name and the id of the job to every line. */
  readonly log: Log;
}

/** One handler for each job of the catalogue. The compiler rejects a missing one. */
export type JobHandlers = {
  readonly [Name in JobName]: (data: JobData<Name>, context: JobContext) => Promise<void>;
};

interface HandlerRun {
  readonly name: string;
  readonly data: unknown;
  readonly jobId: string;
  /** The number of this attempt, and of all attempts that the job has. */
  readonly attempt: number;
  readonly attempts: number;
  readonly handlers: JobHandlers;
  readonly log: Log;
}

/** Checks the data of a job and calls its handler. Logs an error, and throws it with masked numbers. */
export async function runHandler({ name, data, jobId, attempt, attempts, handlers, log }: HandlerRun): Promise<void> {
  const jobLog = log.child({ job: name, jobId });
  try {
    const parsed = parse(name, data);
    // Name and data match, because `data` was parsed with the schema of that name.
    const handle = handlers[parsed.name] as (data: unknown, context: JobContext) => Promise<void>;
    await handle(parsed.data, { jobId, log: jobLog });
  } catch (error) {
    jobLog.error({ err: error, attempt, attempts }, 'job failed');
    throw maskError(error);
  }
}

function parse(name: string, data: unknown): { readonly name: JobName; readonly data: unknown } {
  const declaration = jobs.find((job) => job.name === name);
  if (declaration === undefined) throw new UnrecoverableError(`there is no job with the name ${name}`);
  const parsed = declaration.data.safeParse(data);
  if (!parsed.success)
    throw new UnrecoverableError(`the data of ${name} does not match its schema: ${parsed.error.message}`);
  return { name: declaration.name, data: parsed.data };
}

/** Masks message and stack of an error, because the queue stores them and the job board shows them. */
function maskError(error: unknown): Error {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const ErrorClass = error instanceof UnrecoverableError ? UnrecoverableError : Error;
  return Object.assign(new ErrorClass(maskText(message)), { stack: maskText(stack) });
}
