import { findFreePort } from '@linework/local-servers/find-free-port';
import * as restate from '@restatedev/restate-sdk';
import type { Contender } from '../harness/contender.ts';
import { packageVersion } from '../services/package-version.ts';
import { startRestateServer } from '../services/restate.ts';

interface Order {
  readonly resourceType: string;
  readonly resourceId: string;
}

/**
 * A workflow runs at most once for its key, the order's id. It is Restate's own form for an order that may be requested
 * twice.
 */
const orderWorkflow = restate.workflow({
  name: 'Order',
  handlers: {
    async run(context: restate.WorkflowContext, _order: Order): Promise<void> {
      await context.run('first', externalNoOp);
      await context.run('second', externalNoOp);
      await context.run('third', externalNoOp);
    },
  },
});

async function externalNoOp(): Promise<void> {}

export const contender: Contender = {
  name: 'Restate',
  records: 'its own journal: the invocation with its input, the outcome of each step, the result, kept for a day',
  async start() {
    const server = await startRestateServer();
    const port = await findFreePort();
    await restate.serve({ services: [orderWorkflow], port, logger: errorsOnly });
    await register(server.adminUrl, `http://127.0.0.1:${port}`);

    return {
      versions: { Restate: packageVersion('@restatedev/restate-server') },
      async place() {
        const order: Order = { resourceType: 'bench', resourceId: crypto.randomUUID() };
        const response = await post(`${server.ingressUrl}/Order/${crypto.randomUUID()}/run`, order);
        if (!response.ok) throw new Error(`Restate returned ${response.status}: ${await response.text()}`);
        await response.arrayBuffer();
      },
      countCompleted: () => countCompleted(server.adminUrl),
      stop: server.stop,
    };
  },
};

/** Restate's own logger writes two lines per order to the terminal. */
const errorsOnly: restate.LoggerTransport = ({ level }, ...message) => {
  if (level === 'error') console.error(...message);
};

async function register(adminUrl: string, uri: string): Promise<void> {
  const response = await post(`${adminUrl}/deployments`, { uri });
  if (!response.ok) throw new Error(`Restate rejected the deployment: ${await response.text()}`);
}

async function countCompleted(adminUrl: string): Promise<number> {
  const query =
    "select count(*) as completed from sys_invocation where status = 'completed' and completion_result = 'success'";
  const response = await post(`${adminUrl}/query`, { query });
  const { rows } = (await response.json()) as { rows: [{ completed: number }] };
  return rows[0].completed;
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
}
