import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { mutants } from './mutants/all.ts';
import { profiles } from './profiles.ts';

export interface Options {
  readonly seed: number;
  /** How many orders are to be accepted at least. */
  readonly orders: number;
  readonly profile: keyof typeof profiles;
  /** The one known bug to run with; of the profile `mutants`, all of them in turn where none is named. */
  readonly mutant?: string;
  /** Whether the network knows idempotency keys; what the profile says unless told otherwise. */
  readonly keys?: 'known' | 'ignored';
}

/** Reads the command line. Throws, in words, where it makes no sense. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      orders: { type: 'string' },
      profile: { type: 'string', default: 'quick' },
      mutant: { type: 'string' },
      keys: { type: 'string' },
    },
  });
  const { profile, mutant, keys } = values;
  if (!isProfile(profile)) throw new Error(`--profile is one of ${Object.keys(profiles).join(', ')}, and not ${profile}.`);
  if (mutant !== undefined && !mutants.some(({ name }) => name === mutant)) {
    throw new Error(`--mutant is one of ${mutants.map(({ name }) => name).join(', ')}, and not ${mutant}.`);
  }
  if (keys !== undefined && keys !== 'known' && keys !== 'ignored') throw new Error(`--keys is known or ignored, and not ${keys}.`);
  return {
    seed: wholeNumber('--seed', values.seed) ?? randomInt(1, 1_000_000),
    orders: wholeNumber('--orders', values.orders) ?? profiles[profile].orders,
    profile,
    ...(mutant !== undefined && { mutant }),
    ...(keys !== undefined && { keys }),
  };
}

const isProfile = (text: string): text is keyof typeof profiles => text in profiles;

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} is a whole number from 1 to 999999999, and not ${text}.`);
  return Number(text);
}
