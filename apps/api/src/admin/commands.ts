import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import { createBroker } from '@linework/brokers/create-broker';
import type { Db } from '@linework/db/db';
import { brokerCode, brokerName } from '@linework/schemas/brokers/broker-details';
import { apiKeyName } from '@linework/schemas/keys/api-key-name';
import { z } from 'zod';

/** The result of a command. */
export interface CommandResult {
  /** The only line on standard output, for programs. */
  readonly value: string;
  /** A sentence for people. */
  readonly note: string;
}

/** The commands that work before a key for the API exists. */
export const commands = {
  'create-operator-key': command({
    summary: 'Create a key that sees every broker and has every scope',
    options: z.strictObject({ name: apiKeyName }),
    async run(db, { name }) {
      const { key, id } = await createApiKey(db, { name, scopes });
      return { value: key, note: `The key "${name}" has the id ${id}. It is shown only this once: keep it safe.` };
    },
  }),
  'create-broker': command({
    summary: 'Create a broker',
    options: z.strictObject({ id: z.uuid().optional(), name: brokerName, code: brokerCode.optional() }),
    async run(db, wanted) {
      const { id, name } = await createBroker(db, wanted);
      return { value: id, note: `The broker "${name}" has this id. Create keys for it with POST /api-keys.` };
    },
  }),
} as const;

/** Infers the type of the input from the declared options. */
function command<Schema extends z.ZodObject>(declared: {
  readonly summary: string;
  /** Each option is `--name VALUE` on the command line. */
  readonly options: Schema;
  readonly run: (db: Db, options: z.infer<Schema>) => Promise<CommandResult>;
}) {
  return declared;
}
