import { parseArgs } from 'node:util';

export interface Options {
  /** How long each measurement lasts. */
  readonly seconds: number;
  /** How often each contender has its turn. */
  readonly rounds: number;
  readonly concurrencies: readonly number[];
  /** Only these contenders; all of them when empty. */
  readonly only: readonly string[];
  /** Where the figures go. Short runs keep theirs out of the results that are checked in. */
  readonly output: string;
}

/** Reads the options that all benchmarks share; refuses what it does not know with one sentence. */
export function readOptions(defaults: Options): Options {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: String(defaults.seconds) },
      rounds: { type: 'string', default: String(defaults.rounds) },
      concurrency: { type: 'string', default: defaults.concurrencies.join(',') },
      only: { type: 'string', default: defaults.only.join(',') },
      output: { type: 'string', default: defaults.output },
    },
  });
  return {
    seconds: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    concurrencies: values.concurrency.split(',').map((text) => positive('concurrency', text)),
    only: values.only.split(',').filter((name) => name !== ''),
    output: values.output,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${text}`);
  return value;
}
