import pino from 'pino';
import { describeError } from './describe-error.ts';
import { maskLine } from './mask-line.ts';

export type Log = pino.Logger;

export interface LogOptions {
  /** The name of the program: the field `service` of every line. */
  readonly name: string;
  readonly level: string;
  /** The destination of the lines. The default is standard output. */
  readonly destination?: pino.DestinationStream;
}

/**
 * Creates a log that writes one line of JSON per entry. Telephone numbers, SIM and subscriber numbers, tax ids, secrets of SIMs
 * and keys are always masked. Errors are logged without the values that a database adds to them.
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
