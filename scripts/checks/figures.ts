// Fails if a figure of README.md or bench/RESULTS.md is not the measured one, has no date and commit beside it, or is
// older than the release.
import { readdirSync, readFileSync } from 'node:fs';
import { formatNumber } from '../../bench/harness/format-figures.ts';
import { findOldFigures, findOtherFigures, findUndatedFigures, type Measurement } from './rules/figure-rules.ts';

interface Results extends Measurement {
  readonly comparisons: readonly {
    name: string;
    clients: number;
    perSecond: { median: number };
    p50Ms: { median: number };
  }[];
}

const read = (name: string) => JSON.parse(readFileSync(`bench/results/${name}`, 'utf8')) as Results;
const measurements = readdirSync('bench/results').map(read);
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const [readme, results] = ['README.md', 'bench/RESULTS.md'].map((page) => readFileSync(page, 'utf8')) as [
  string,
  string,
];

const [orders, api] = [read('orders.json'), read('api.json')];
const find = ({ comparisons }: Results, name: string, clients: number) => {
  const found = comparisons.find((one) => one.name === name && one.clients === clients);
  if (!found) throw new Error(`The results have no ${name} with ${clients} clients.`);
  return found;
};
const figures = {
  'orders per second, 64 clients': formatNumber(find(orders, 'Linework', 64).perSecond.median),
  'order from placed to COMPLETED, one client, median': `${formatNumber(find(orders, 'Linework', 1).p50Ms.median)} ms`,
  '`POST /lines/{id}/block` per second, 32 clients': formatNumber(
    find(api, 'POST /lines/{id}/block: Linework', 32).perSecond.median,
  ),
  '`GET /orders/{id}` per second, 32 clients': formatNumber(
    find(api, 'GET /orders/{id}: Linework', 32).perSecond.median,
  ),
};

const old = findOldFigures(version, measurements);
const isRelease = !version.includes('-');
const faults = [
  ...findOtherFigures('README.md', readme, figures),
  ...findUndatedFigures('README.md', readme, [orders, api]),
  ...findUndatedFigures('bench/RESULTS.md', results, measurements),
  ...(isRelease ? old : []),
];
for (const line of faults) console.error(line);
if (!isRelease) for (const line of old) console.log(`before the release: ${line}`);
console.log(`${measurements.length} benchmarks checked, ${faults.length} violations.`);
process.exitCode = faults.length === 0 ? 0 : 1;
