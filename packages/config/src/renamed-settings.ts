import type { Environment } from './environment.ts';

/** The new names of settings by their names in 1.0.0. A setting under its old name would silently have no effect. */
const newNames: Readonly<Record<string, string>> = {
  CHECK_ANSWERS: 'CHECK_RESPONSES',
  PARTNER_ANSWER_LIMIT_MS: 'PARTNER_RESPONSE_LIMIT_MS',
  ANSWER_AFTER_MS: 'RESPONSE_DELAY_MS',
};

/** Returns one sentence for each setting in `names` that is set under its old name. */
export function findRenamedSettings(names: readonly string[], environment: Environment): readonly string[] {
  return Object.entries(newNames)
    .filter(
      ([oldName, newName]) => names.includes(newName) && (oldName in environment || `${oldName}_FILE` in environment),
    )
    .map(([oldName, newName]) => `${oldName} was renamed: set ${newName} instead`);
}
