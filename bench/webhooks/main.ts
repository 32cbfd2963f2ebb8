import { fileURLToPath } from 'node:url';
import { runBenchmark } from '../harness/run-benchmark.ts';
import { deliveriesInUnit } from './endpoints.ts';
import { thresholds } from './thresholds.ts';

const contenders = ['linework', 'linework-900-dead', 'baseline'];

await runBenchmark({
  name: 'webhooks',
  work:
    `${deliveriesInUnit} deliveries to 100 endpoints: ` +
    '10 events, handed to the endpoints, signed, sent and recorded',
  unit: { one: 'unit', many: 'units' },
  contenders: contenders.map((name) => new URL(`${name}.ts`, import.meta.url)),
  // Events come one after the other; the deliveries of a unit are sent at the same time.
  concurrencies: [1],
  output: fileURLToPath(new URL('../results/webhooks.json', import.meta.url)),
  thresholds,
});
