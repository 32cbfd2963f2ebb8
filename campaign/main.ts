import { rm } from 'node:fs/promises';
import { runCell } from './cell/run-cell.ts';
import { mutants } from './mutants/all.ts';
import { detectMutants } from './mutants/detect-mutants.ts';
import { type CampaignOptions, help, type Options, readOptions } from './options.ts';
import { profiles } from './profiles.ts';
import { type Outcome, runCampaign } from './run-campaign.ts';

const log = (line: string) => console.error(line);
const options = read();
process.exit(
  options.over === 'cell'
    ? await overCell(options.seed)
    : options.profile === 'mutants'
      ? await detectMutants(
          mutants.filter(({ name }) => [undefined, name].includes(options.mutant)),
          log,
        )
      : await campaigns({ ...options, profile: options.profile }),
);

/** Returns 0 if every accepted order was found and is COMPLETED, and nothing else is violated. */
async function overCell(seed: number): Promise<number> {
  log(`seed ${seed}, over a cell`);
  const outcome = await runCell(seed, log);
  for (const violation of outcome.violations) log(`VIOLATION  ${violation}`);
  console.log(JSON.stringify(outcome, null, 2));
  return outcome.violations.length > 0 ? 1 : 0;
}

/** Runs a campaign for each kind of network of the profile. Returns the worst exit code. */
async function campaigns(chosen: CampaignOptions): Promise<number> {
  const codes: number[] = [];
  for (const keys of chosen.keys ? [chosen.keys] : profiles[chosen.profile].keys)
    codes.push(await campaign({ ...chosen, keys }));
  return codes.includes(1) ? 1 : Math.max(...codes);
}

/** Returns 0 if all invariants hold, 1 if one is violated, 3 if a fault or a recovery never happened. */
async function campaign(chosen: CampaignOptions): Promise<number> {
  const { violations, missing, folder } = await run(chosen);
  for (const name of missing) log(`VOID  never happened: ${name}`);
  if (violations.length > 0) log(`The database and the logs are in ${folder}`);
  else await rm(folder, { recursive: true, force: true });
  if (violations.length > 0) return 1;
  return missing.length > 0 ? 3 : 0;
}

async function run(chosen: CampaignOptions): Promise<Outcome> {
  const { seed, profile, orders, mutant, keys } = chosen;
  const bug = mutant === undefined ? '' : `, with the bug ${mutant}`;
  log(`seed ${seed}, profile ${profile}, at least ${orders} orders, keys ${keys}${bug}`);
  const outcome = await runCampaign(chosen, log);
  for (const violation of outcome.violations) log(`VIOLATION  ${violation}`);
  console.log(JSON.stringify({ ...chosen, ...outcome }));
  return outcome;
}

function read(): Options {
  try {
    const chosen = readOptions(process.argv.slice(2));
    if (chosen) return chosen;
    console.log(help);
    process.exit(0);
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}
