import { isUniqueViolation } from '@linework/db/errors';
import { conflict } from '@linework/problem-details/make-problem';

const uniqueRules = [
  ['holder_broker_id_federal_tax_id_key', 'tax-id-taken', 'Another holder of this broker has this tax id.'],
  [
    'holder_broker_id_external_code_key',
    'external-code-taken',
    'Another holder of this broker has this external code.',
  ],
] as const;

/** Raises conflict when another holder of the broker has the tax id or the external code. Rethrows any other error. */
export function rejectDuplicateHolder(error: unknown): never {
  for (const [index, code, detail] of uniqueRules)
    if (isUniqueViolation(error, index)) throw conflict(detail, { code });
  throw error;
}
