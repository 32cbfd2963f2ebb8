import { parseArgs } from 'node:util';
import { exitWithMessage } from './exit-with-message.ts';

export interface Options {
  /** How long each measurement lasts. */
  readonly seconds: number;
  /** The number of turns of each contender. */
  readonly rounds: number;
  readonly concurrencies: readonly number[];
  /** Only these contenders; all of them when empty. */
  readonly only: readonly string[];
  /** The file for the figures. Short runs use another one than the results that are checked in. */
  readonly output: string;
}

/** Reads the options that all benchmarks share. Exits with a message if one is unknown or invalid. */
export function readOptions(defaults: Options): Options {
  const values = read(defaults);
  return {
    seconds: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    concurrencies: values.concurrency.split(',').map((text) => positive('concurrency', text)),
    only: values.only.split(',').filter((name) => name !== ''),
    output: values.output,
  };
}

function read(defaults: Options) {
  const texts = { ...defaults, concurrency: defaults.concurrencies };
  const option = (name: keyof typeof texts) => ({ type: 'string' as const, default: String(texts[name]) });
  try {
    return parseArgs({
      options: {
        seconds: option('seconds'),
        rounds: option('rounds'),
        concurrency: option('concurrency'),
        only: option('only'),
        output: option('output'),
      },
    }).values;
  } catch (error) {
    return exitWithMessage((error as Error).message);
  }
}

/** Reads a number above 0. Exits with a message if it is none. */
export function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) exitWithMessage(`--${name} must be a number above 0, but is ${text}.`);
  return value;
}
