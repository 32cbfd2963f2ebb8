import { DBOS } from '@dbos-inc/dbos-sdk';
import pg from 'pg';
import type { Contender } from '../harness/contender.ts';
import { packageVersion } from '../services/package-version.ts';
import { startPostgres } from '../services/postgres.ts';

/**
 * The workflow is started directly and awaited in the same process, which is the fastest way of DBOS: it needs no queue
 * and no polling. After a restart the workflow continues after its last recorded step. A larger pool did not help.
 */
export const contender: Contender = {
  name: 'DBOS Transact',
  records: 'its own rows: the workflow when it starts and ends, the outcome and times of each step',
  async start() {
    const postgres = await startPostgres();
    DBOS.setConfig({ name: 'bench', systemDatabaseUrl: postgres.url, logLevel: 'error' });
    const order = DBOS.registerWorkflow(executeOrder, { name: 'order' });
    await DBOS.launch();
    const observer = new pg.Client(postgres.url);
    await observer.connect();

    return {
      versions: { 'DBOS Transact': packageVersion('@dbos-inc/dbos-sdk'), PostgreSQL: postgres.version },
      countCommits: postgres.countCommits,
      settle: postgres.settle,
      async place() {
        const handle = await DBOS.startWorkflow(order)({ resourceType: 'bench', resourceId: crypto.randomUUID() });
        await handle.getResult();
      },
      async countCompleted() {
        const { rows } = await observer.query("select count(*) from dbos.workflow_status where status = 'SUCCESS'");
        return Number(rows[0].count);
      },
      async stop() {
        await observer.end();
        await DBOS.shutdown();
        await postgres.stop();
      },
    };
  },
};

interface Order {
  readonly resourceType: string;
  readonly resourceId: string;
}

async function executeOrder(_order: Order): Promise<void> {
  await DBOS.runStep(externalNoOp, { name: 'first' });
  await DBOS.runStep(externalNoOp, { name: 'second' });
  await DBOS.runStep(externalNoOp, { name: 'third' });
}

async function externalNoOp(): Promise<void> {}
