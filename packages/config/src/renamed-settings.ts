import type { Environment } from './environment.ts';

/** The names that settings had in 1.0.0. A setting under its old name would have no effect, and nobody would notice. */
const newNames: Readonly<Record<string, string>> = {
  CHECK_ANSWERS: 'CHECK_RESPONSES',
  PARTNER_ANSWER_LIMIT_MS: 'PARTNER_RESPONSE_LIMIT_MS',
  ANSWER_AFTER_MS: 'RESPONSE_DELAY_MS',
};

/** One sentence for each setting of this program, listed in `names`, that is set under its old name. */
export function findRenamedSettings(names: readonly string[], environment: Environment): readonly string[] {
  return Object.entries(newNames)
    .filter(([oldName, newName]) => names.includes(newName) && (oldName in environment || `${oldName}_FILE` in environment))
    .map(([oldName, newName]) => `${oldName} was renamed: set ${newName} instead`);
}
