import { fileURLToPath } from 'node:url';
import { runBenchmark } from '../harness/run-benchmark.ts';
import { thresholds } from './thresholds.ts';

const contenders = [
  'get-order-linework',
  'get-order-express-prisma',
  'get-order-express-pg',
  'get-order-baseline',
  'list-resources-linework',
  'list-resources-express-prisma',
  'list-resources-baseline',
  'block-line-linework',
  'block-line-express-prisma',
  'block-line-baseline',
];

await runBenchmark({
  name: 'api',
  work: 'a request over HTTP, from sending to the response, on an open connection',
  unit: { one: 'request', many: 'requests' },
  contenders: contenders.map((name) => new URL(`contenders/${name}.ts`, import.meta.url)),
  concurrencies: [32],
  output: fileURLToPath(new URL('../results/api.json', import.meta.url)),
  thresholds,
});
