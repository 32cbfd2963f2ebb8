import { type Db, type OpenDb, openDb } from '@linework/db/db';
import { sql } from '@linework/testing/sql';
import { afterAll } from 'vitest';
import { createTestDb } from '../create-test-db.ts';

export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

export interface ExplainedStatement {
  readonly text: string;
  readonly plan: Plan;
  /** Pages of 8 KiB that the plan reads: its cost on any machine. */
  readonly blocks: number;
  readonly ms: number;
}

export interface ExplainingDb extends OpenDb {
  /** Wraps this database or a transaction in it, and collects the plan of each statement that runs in the wrapper. */
  explain(queried: Pick<Db, 'query'>): Pick<Db, 'query'> & { readonly explained: ExplainedStatement[] };
}

const settings = {
  statement_timeout: '60000',
  // As in production: a statement without a name is planned for its values.
  plan_cache_mode: 'auto',
  // The plan of each statement arrives as a notice, so that no statement runs a second time for EXPLAIN.
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_parameter_max_length': '0',
  client_min_messages: 'log',
  log_min_messages: 'fatal',
};

/**
 * Fills a new database for the calling file, and opens it so that it explains each of its statements. It is dropped
 * after the last test of the file.
 */
export async function anExplainingDb<Content>(
  fill: (db: OpenDb) => Promise<Content>,
): Promise<{ readonly db: ExplainingDb; readonly content: Content }> {
  const testDb = await createTestDb();
  const filled = openDb({ url: testDb.url });
  const content = await fill(filled);
  await filled.close();
  const db = openExplainingDb(testDb);
  afterAll(async () => {
    await db.close();
    await testDb.drop();
  });
  return { db, content };
}

/** Opens a database that explains each of its statements while it runs. The user has to be a superuser. */
function openExplainingDb({ url }: { readonly url: string }): ExplainingDb {
  const explainingUrl = new URL(url);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  explainingUrl.searchParams.set('options', options.join(' '));
  const db = openDb({ url: explainingUrl.href });
  const latest = new Map<string, ExplainedStatement>();
  db.pool.on('connect', (connection) =>
    connection.on('notice', ({ message = '' }) => {
      const explained = readNotice(message);
      if (explained) latest.set(explained.text, explained);
    }),
  );
  return Object.assign(db, {
    explain(queried: Pick<Db, 'query'>): ReturnType<ExplainingDb['explain']> {
      const explained: ExplainedStatement[] = [];
      return {
        explained,
        async query(statement, ...given) {
          latest.delete(statement.text);
          const rows = await queried.query(statement, ...given);
          // In a transaction, the plan of a statement is only logged when the next statement starts.
          if (queried !== db) await queried.query(sql`SELECT`);
          const plan = latest.get(statement.text);
          if (!plan) throw new Error('The statement has no plan.');
          explained.push(plan);
          return rows;
        },
      };
    },
  });
}

function readNotice(message: string): ExplainedStatement | undefined {
  const [, ms, json] = /^duration: ([\d.]+) ms\s+plan:\s(.*)$/s.exec(message) ?? [];
  if (!json) return undefined;
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { readonly 'Query Text': string; readonly Plan: Plan };
  return { text, plan, blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], ms: Number(ms) };
}
