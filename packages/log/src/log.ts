import pino from 'pino';
import { maskLine } from './mask-line.ts';

/**
 * The logged members of an error. PostgreSQL's `detail`, `where` and `parameters` are excluded, because they contain
 * personal data.
 */
const loggedFields = [
  'code',
  'severity',
  'table',
  'column',
  'constraint',
  'status',
  'syscall',
  'address',
  'port',
] as const;
const causeDepthLimit = 5;

/** Converts an error to plain fields for the log: type, message, stack, the listed members and the cause. */
function describeError(error: Error, depth = 0): Readonly<Record<string, unknown>> {
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(
      loggedFields.flatMap((field) => (field in error ? [[field, error[field as keyof Error]]] : [])),
    ),
    ...describeCauses(error, depth),
  };
}

function describeCauses(error: Error, depth: number): Readonly<Record<string, unknown>> {
  if (depth === causeDepthLimit) return {};
  const describe = (cause: unknown) => (cause instanceof Error ? describeError(cause, depth + 1) : String(cause));
  return {
    ...(error.cause === undefined ? {} : { cause: describe(error.cause) }),
    ...(error instanceof AggregateError ? { errors: error.errors.map(describe) } : {}),
  };
}

export type Log = pino.Logger;

export interface LogOptions {
  /** The name of the program: the field `service` of every line. */
  readonly name: string;
  readonly level: string;
  /** The destination of the lines. The default is standard output. */
  readonly destination?: pino.DestinationStream;
}

/**
 * Creates a log that writes one line of JSON per entry. Telephone numbers, SIM and subscriber numbers, tax ids, secrets
 * of SIMs and keys are always masked. Errors are logged without the values that a database adds to them.
 */
export function createLog({ name, level, destination = pino.destination(1) }: LogOptions): Log {
  return pino(
    {
      level,
      base: { service: name, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: describeErrors, bindings: describeErrors },
      serializers: { err: (value: unknown) => value },
      hooks: { streamWrite: maskLine },
    },
    destination,
  );
}

/** A log without output, for tests. */
export const silentLog: Log = pino({ level: 'silent' });

function describeErrors(fields: Record<string, unknown>): Record<string, unknown> {
  const described = Object.entries(fields).map(([field, value]) => [
    field,
    value instanceof Error ? describeError(value) : value,
  ]);
  return Object.fromEntries(described);
}
