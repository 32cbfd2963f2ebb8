import { ConnectionError, type FieldError, ProblemError, TimeoutError, UnexpectedResponseError } from '@linework/sdk';
import { readRetryAfter } from '@linework/sdk/retry-after';
import { CliError } from '../errors/cli-error.ts';
import type { ExitName } from '../errors/exit-codes.ts';

const exitByStatus: Readonly<Record<number, ExitName>> = {
  401: 'noKey',
  403: 'notAllowed',
  404: 'notFound',
  409: 'conflict',
  410: 'notFound',
  412: 'conflict',
  429: 'unavailable',
};

/** Turns an error of the SDK into one sentence and an exit code. Other errors are returned as they are. */
export function describeError(error: unknown): unknown {
  if (error instanceof ProblemError) return describeProblem(error);
  if (error instanceof TimeoutError) return describeNoAnswer(`${hostOf(error)} did not answer in time.`, error);
  if (error instanceof ConnectionError)
    return describeNoAnswer(`${hostOf(error)} cannot be reached${reasonOf(error)}.`, error);
  if (error instanceof UnexpectedResponseError) return describeForeignAnswer(error);
  return error;
}

function describeProblem(error: ProblemError): CliError {
  const { status, code, title, detail, errors, requestId, problem } = error;
  const exit = exitByStatus[status] ?? (status >= 500 ? 'unavailable' : 'failed');
  const message = status === 401 ? 'The API does not accept this key.' : sentence(detail ?? title);
  const details = [
    ...errors.map(describeField).filter((field) => sentence(field) !== message),
    ...describeMembers(problem, message),
    ...remedyOf(error),
    `Problem ${code}, status ${status}${requestId === undefined ? '' : `, request ${requestId}`}.`,
  ];
  return new CliError(exit, message, { details, cause: error });
}

const describeField = ({ pointer, parameter, detail }: FieldError): string => {
  const place = parameter ?? pointer?.slice(1).replaceAll('/', '.');
  return place && !detail.includes(`\`${place}\``) ? `${place} ${detail}` : detail;
};

/** Members of problems that say what to do next. */
function describeMembers(
  { currentStatus, allowed, orderId, scope }: Readonly<Record<string, unknown>>,
  message: string,
): readonly string[] {
  const requests = Array.isArray(allowed) ? `; allowed: ${allowed.join(', ') || 'nothing'}` : '';
  return [
    ...(typeof currentStatus === 'string' ? [`Its status is ${currentStatus}${requests}.`] : []),
    ...(typeof orderId === 'string' ? [`See "linework orders explain ${orderId}".`] : []),
    ...(typeof scope === 'string' && !message.includes(scope) ? [`The key lacks the scope ${scope}.`] : []),
  ];
}

function remedyOf({ status, headers }: ProblemError): readonly string[] {
  // A proxy may answer with a date.
  const waitMs = readRetryAfter(headers.get('Retry-After'));
  if (status === 401)
    return [
      'Log in again with "linework login", or set LINEWORK_API_KEY. "linework doctor" says where the key comes from.',
    ];
  if (status === 429 || status === 503)
    return [`Try again ${waitMs === undefined ? 'later' : `in ${Math.ceil(waitMs / 1_000)} s`}.`];
  return status >= 500 ? ['Try again later. The request is in the log of the API under the id below.'] : [];
}

/** A write without an answer may have been carried out. With its key the same command is safe to repeat. */
function describeNoAnswer(message: string, error: ConnectionError): CliError {
  const repeat =
    error.idempotencyKey === undefined
      ? []
      : [`It may have been carried out. Repeat it safely with --idempotency-key ${error.idempotencyKey}`];
  return new CliError('unavailable', message, { details: [...repeat, 'See "linework doctor".'], cause: error });
}

function describeForeignAnswer(error: UnexpectedResponseError): CliError {
  const { status } = error;
  const what =
    status >= 300 && status < 400
      ? `a redirect to ${error.headers.get('Location') ?? 'another address'}`
      : `status ${status} without a problem document`;
  return new CliError(
    'unavailable',
    `The answer is not of Linework: ${what}. Check the address with "linework doctor".`,
    { cause: error },
  );
}

const hostOf = ({ url }: ConnectionError): string => new URL(url).origin;

function reasonOf(error: ConnectionError): string {
  const reason = /\(([^()]*)\)\.$/.exec(error.message)?.[1];
  return reason === undefined ? '' : ` (${reason})`;
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
