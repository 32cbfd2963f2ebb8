import { fileURLToPath } from 'node:url';
import { runBenchmark } from '../harness/run-benchmark.ts';
import { recordsInBatch } from './build-batch.ts';
import { thresholds } from './thresholds.ts';

const contenders = ['linework-10000-lines', 'linework-one-line', 'baseline'];

await runBenchmark({
  name: 'usage',
  work: `a batch of ${recordsInBatch} usage records counted, everything durable`,
  unit: { one: 'batch', many: 'batches' },
  contenders: contenders.map((name) => new URL(`${name}.ts`, import.meta.url)),
  // A broker may have one batch running and four waiting in each API process.
  concurrencies: [1, 4],
  output: fileURLToPath(new URL('../results/usage.json', import.meta.url)),
  thresholds,
});
