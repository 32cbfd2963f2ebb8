import { fileURLToPath } from 'node:url';
import { runBenchmark } from '../harness/run-benchmark.ts';
import { thresholds } from './thresholds.ts';

const works = ['orders', 'get-order', 'block-line'];
const pastCounts = [10_000, 100_000, 1_000_000];
const contenders = works.flatMap((work) => pastCounts.map((count) => `${work}-${count}`));

await runBenchmark({
  name: 'growth',
  work: 'an executed order of three steps, or a request over HTTP, among this many orders of the past year',
  unit: { one: 'unit', many: 'units' },
  contenders: contenders.map((name) => new URL(`contenders/${name}.ts`, import.meta.url)),
  concurrencies: [16],
  output: fileURLToPath(new URL('../results/growth.json', import.meta.url)),
  thresholds,
});
