import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { mutants } from './mutants/all.ts';
import { profiles } from './profiles.ts';

export interface Options {
  readonly seed: number;
  /** The minimum number of accepted orders. */
  readonly orders: number;
  /** `mutants` runs no campaign, but the tests of the known bugs. */
  readonly profile: keyof typeof profiles | 'mutants';
  /** The known bug to run with. Without it the profile `mutants` takes all of them in turn. */
  readonly mutant?: string;
  /** Whether the network honours idempotency keys; the profile decides by default. */
  readonly keys?: 'known' | 'ignored';
  /** `cell` runs the servers and programs of deploy/cell, and kills each of them. */
  readonly over?: 'cell';
}

const profileNames: readonly string[] = [...Object.keys(profiles), 'mutants'];

/** The options of a run with load and faults. */
export type CampaignOptions = Options & { readonly profile: keyof typeof profiles };

/** The output of `npm run campaign -- --help`. */
export const help = `Usage: npm run campaign [-- options]

Runs the whole system under load, injects faults and checks the invariants.

  --profile NAME     ${profileNames.join(', ')} (default: quick)
  --seed NUMBER      repeats the random choices of an earlier campaign (default: random)
  --orders NUMBER    minimum number of accepted orders (default: from the profile)
  --keys KIND        known or ignored: whether the network honours idempotency keys (default: from the profile)
  --over cell        runs the profile quick over a cell of three hosts on loopback addresses (deploy/cell)
  --mutant NAME      runs with one known bug:
${mutants.map(({ name }) => `                     ${name}`).join('\n')}
`;

/** Reads the command line. Returns undefined for --help. Raises an error with a message if an option is invalid. */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      orders: { type: 'string' },
      profile: { type: 'string', default: 'quick' },
      mutant: { type: 'string' },
      over: { type: 'string' },
      keys: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const { profile, mutant, keys, over } = values;
  if (!isProfile(profile)) throw new Error(`--profile must be one of ${profileNames.join(', ')}, but is ${profile}.`);
  if (mutant !== undefined && !mutants.some(({ name }) => name === mutant)) {
    throw new Error(`--mutant must be one of ${mutants.map(({ name }) => name).join(', ')}, but is ${mutant}.`);
  }
  if (keys !== undefined && keys !== 'known' && keys !== 'ignored')
    throw new Error(`--keys must be known or ignored, but is ${keys}.`);
  if (over !== undefined && over !== 'cell') throw new Error(`--over must be cell, but is ${over}.`);
  if (
    over !== undefined &&
    (profile !== 'quick' || mutant !== undefined || keys !== undefined || values.orders !== undefined)
  )
    throw new Error('--over cell has no other option than --seed.');
  return {
    seed: parseWholeNumber('--seed', values.seed) ?? randomInt(1, 1_000_000),
    orders: parseWholeNumber('--orders', values.orders) ?? (profile === 'mutants' ? 0 : profiles[profile].orders),
    profile,
    ...(mutant !== undefined && { mutant }),
    ...(keys !== undefined && { keys }),
    ...(over !== undefined && { over }),
  };
}

const isProfile = (text: string): text is Options['profile'] => profileNames.includes(text);

function parseWholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Error(`${name} must be a whole number from 1 to 999999999, but is ${text}.`);
  return Number(text);
}
