import { rm } from 'node:fs/promises';
import { type Mutant, mutants } from './mutants/all.ts';
import { runTestsWith } from './mutants/run-tests.ts';
import { testedMutants } from './mutants/tested-mutants.ts';
import { help, type Options, readOptions } from './options.ts';
import { profiles } from './profiles.ts';
import { type Outcome, runCampaign } from './run-campaign.ts';

const log = (line: string) => console.error(line);
const options = read();
process.exit(options.profile === 'mutants' ? await catchMutants(options) : await campaigns(options));

/** Runs a campaign for each kind of network of the profile. Returns the worst exit code. */
async function campaigns(chosen: Options): Promise<number> {
  const codes: number[] = [];
  for (const keys of chosen.keys ? [chosen.keys] : profiles[chosen.profile].keys)
    codes.push(await campaign({ ...chosen, keys }));
  return codes.includes(1) ? 1 : Math.max(...codes);
}

/** Returns 0 if all invariants hold, 1 if one is violated, 3 if a fault or a recovery never happened. */
async function campaign(chosen: Options): Promise<number> {
  const { violations, missing, folder } = await run(chosen);
  for (const name of missing) log(`VOID  never happened: ${name}`);
  if (violations.length > 0) log(`The database and the logs are in ${folder}`);
  else await rm(folder, { recursive: true, force: true });
  if (violations.length > 0) return 1;
  return missing.length > 0 ? 3 : 0;
}

/** Returns 0 if every mutant was detected: by its tests, which take seconds, or by a campaign. */
async function catchMutants(chosen: Options): Promise<number> {
  const missed: string[] = [];
  const isChosen = ({ name }: Mutant) => chosen.mutant === undefined || chosen.mutant === name;
  const tell = (name: string, isDetected: boolean, by = '') => {
    log(isDetected ? `DETECTED  ${name}${by}` : `MISSED  ${name}`);
    if (!isDetected) missed.push(name);
  };
  for (const mutant of testedMutants.filter(isChosen)) {
    const failed = await runTestsWith(mutant);
    tell(mutant.name, failed.length > 0, `  by: ${failed[0]}`);
  }
  for (const { name, keys = 'known' } of mutants.filter(isChosen)) {
    const { violations, folder } = await run({ keys, ...chosen, mutant: name });
    await rm(folder, { recursive: true, force: true });
    tell(name, violations.length > 0);
  }
  return missed.length > 0 ? 1 : 0;
}

async function run(chosen: Options): Promise<Outcome> {
  const { seed, profile, orders, mutant, keys } = chosen;
  log(
    `seed ${seed}, profile ${profile}, at least ${orders} orders, keys ${keys}${mutant === undefined ? '' : `, with the bug ${mutant}`}`,
  );
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
