import { fileURLToPath } from 'node:url';
import { runBenchmark } from '../harness/run-benchmark.ts';
import { thresholds } from './thresholds.ts';

const contenders = ['linework', 'dbos', 'graphile-worker', 'restate', 'baseline'];

await runBenchmark({
  name: 'orders',
  work: 'an order of three external steps that do nothing, from placed to COMPLETED, everything durable',
  unit: { one: 'order', many: 'orders' },
  contenders: contenders.map((name) => new URL(`${name}.ts`, import.meta.url)),
  concurrencies: [1, 16, 64],
  output: fileURLToPath(new URL('../results/orders.json', import.meta.url)),
  thresholds,
});
