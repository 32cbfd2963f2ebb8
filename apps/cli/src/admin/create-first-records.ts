import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import { createBroker } from '@linework/brokers/create-broker';
import { ConfigError } from '@linework/config/config-error';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { bodyErrors } from '@linework/http/request/field-errors';
import { createOperator } from '@linework/operators/create-operator';
import { brokerCellGroup, brokerCode, brokerName } from '@linework/schemas/brokers/broker-details';
import { apiKeyName } from '@linework/schemas/keys/api-key-name';
import { operatorEmail, operatorName, operatorRole } from '@linework/schemas/operators/operator';
import { z } from 'zod';
import type { Context } from '../command/context.ts';
import { kebabCase } from '../operations/kebab-case.ts';
import { readDatabaseConfig, readFirstRecordConfig } from './config.ts';
import { withDatabase } from './with-database.ts';

const tablesStatement = statement(
  'has-tables-of-brokers',
  `SELECT count(*) = 2 AS "hasThem"
   FROM information_schema.columns
   WHERE table_schema = 'public' AND (table_name, column_name) IN (('broker', 'status'), ('api_key', 'fingerprint'))`,
);

/** Throws a `ConfigError` if the migrations of this release have not been run. */
async function requireTables(db: Pick<Db, 'query'>): Promise<void> {
  const [row] = await db.query(tablesStatement);
  if (!row?.hasThem)
    throw new ConfigError(['the database lacks tables of this release; run the migrations first (npm run migrate)']);
}

const keyOptions = z.strictObject({ name: apiKeyName });
const operatorOptions = z.strictObject({ name: operatorName, role: operatorRole, email: operatorEmail.optional() });
const brokerOptions = z.strictObject({
  id: z.uuid().optional(),
  name: brokerName,
  code: brokerCode.optional(),
  cellGroup: brokerCellGroup.optional(),
});

/** Creates a key that sees every broker and has every scope, before there is a key for the API. */
export async function createOperatorKey(given: object, context: Context): Promise<void> {
  const { name } = readOptions(keyOptions, given);
  const { DATABASE_URL: url, CELL_GROUP: cellGroup } = readFirstRecordConfig();
  await withDatabase({ url, name: 'create-operator-key' }, async (db) => {
    await requireTables(db);
    const { key, id } = await createApiKey(db, { name, cellGroup, scopes });
    print(context, key, `The key "${name}" has the id ${id}. It is shown only this once: keep it safe.`);
  });
}

/** Creates a person who can sign in to the console, before there is an administrator who could. */
export async function createFirstOperator(given: object, context: Context): Promise<void> {
  const wanted = readOptions(operatorOptions, given);
  await withDatabase({ url: readDatabaseConfig().DATABASE_URL, name: 'create-operator' }, async (db) => {
    await requireTables(db);
    const { name, role, password } = await createOperator(db, wanted);
    print(
      context,
      password,
      `"${name}" (${role}) signs in to the console with this password within three days, and then chooses another one.`,
    );
  });
}

/** Creates a broker, before there is a key for the API. */
export async function createFirstBroker(given: object, context: Context): Promise<void> {
  const wanted = readOptions(brokerOptions, given);
  const { DATABASE_URL: url, CELL_GROUP: cellGroup } = readFirstRecordConfig();
  await withDatabase({ url, name: 'create-broker' }, async (db) => {
    await requireTables(db);
    const { id, name } = await createBroker(db, { cellGroup, ...wanted });
    print(context, id, `The broker "${name}" has this id. Create keys for it with "linework api-keys create".`);
  });
}

/** Standard output has only the value, so that a script can read it. */
function print({ stdout, note }: Context, value: string, sentence: string): void {
  note(sentence);
  stdout.write(`${value}\n`);
}

function readOptions<Schema extends z.ZodObject>(schema: Schema, given: object): z.infer<Schema> {
  const values = Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(schema.shape, name)));
  const parsed = schema.safeParse(values);
  if (!parsed.success)
    throw new ConfigError(
      bodyErrors(parsed.error.issues, values).map(
        ({ pointer = '', detail }) => `--${kebabCase(pointer.slice(1))} ${detail}`,
      ),
    );
  return parsed.data;
}
