import { fileURLToPath } from 'node:url';
import { runBenchmark } from '../harness/run-benchmark.ts';
import { thresholds } from './thresholds.ts';

const contenders = ['linework-one-pool', 'linework-50-pools', 'waiting-one-pool', 'waiting-50-pools', 'baseline'];

await runBenchmark({
  name: 'claims',
  work: 'one number reserved from a pool, everything durable',
  unit: { one: 'reservation', many: 'reservations' },
  contenders: contenders.map((name) => new URL(`${name}.ts`, import.meta.url)),
  concurrencies: [64],
  output: fileURLToPath(new URL('../results/claims.json', import.meta.url)),
  thresholds,
});
