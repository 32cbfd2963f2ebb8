// Blocks a line and prints how its order ended: node scripts/run.mjs packages/sdk/example/block-a-line.ts LINE
// With the packed SDK the same lines are JavaScript, which imports from '@linework/sdk'.
import { Linework, OrderFailedError } from '../src/main.ts';

const { LINEWORK_API_KEY = '', LINEWORK_URL = '' } = process.env;
const [lineId] = process.argv.slice(2);
if (lineId === undefined || LINEWORK_API_KEY === '' || LINEWORK_URL === '') {
  console.error('Name a line, and set LINEWORK_URL and LINEWORK_API_KEY.');
  process.exit(64);
}

const linework = new Linework({ apiKey: LINEWORK_API_KEY, baseUrl: LINEWORK_URL });
try {
  const order = await linework.lines.block(lineId).completed({ timeoutMs: 60_000 });
  const line = await linework.lines.get(lineId);
  console.log(`The order ${order.id} is ${order.status}, and the line ${line.msisdn} is ${line.status}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof OrderFailedError) console.error(error.order.steps);
  process.exitCode = 1;
}
