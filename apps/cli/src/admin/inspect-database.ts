import { type Check, failed } from '../doctor/check.ts';

/** Looks at the database and the queue. It loads what that needs only then: Prisma and pg take 0.3 s. */
export async function inspectDatabase(variables: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  try {
    const { readQueueConfig } = await import('./config.ts');
    const { checkDatabase } = await import('./check-database.ts');
    return await checkDatabase(readQueueConfig(variables));
  } catch (error) {
    const [first] = error instanceof AggregateError ? error.errors : [error];
    return [
      failed(
        'database',
        first instanceof Error ? first.message : String(first),
        'Check DATABASE_URL, and that PostgreSQL runs.',
      ),
    ];
  }
}
