import pino from 'pino';
import { describeError } from './describe-error.ts';
import { maskLine } from './mask-line.ts';

export type Log = pino.Logger;

export interface LogOptions {
  /** The program, as the field `service` of every line. */
  readonly name: string;
  readonly level: string;
  /** Where the lines go; standard output unless told otherwise. */
  readonly destination?: pino.DestinationStream;
}

/**
 * A log that writes one line of JSON for each thing that happened. No telephone number, SIM or subscriber number, tax id,
 * secret of a SIM or key reaches it in clear, however it is logged; errors are told without the values that a database puts into them.
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

/** A log that says nothing, for tests. */
export const silentLog: Log = pino({ level: 'silent' });

function describeErrors(fields: Record<string, unknown>): Record<string, unknown> {
  const described = Object.entries(fields).map(([field, value]) => [field, value instanceof Error ? describeError(value) : value]);
  return Object.fromEntries(described);
}
