// `npm run sizing -- --lines N`: what an installation of N lines needs, by the arithmetic of docs/guides/scaling.md.
import { parseArgs } from 'node:util';
import { type Demand, printSize, usualDemand } from './sizing/calculate-size.ts';

const names = {
  lines: 'lines',
  'orders-per-line-month': 'ordersPerLineMonth',
  'peak-hour-share': 'peakHourShare',
  'records-per-line-day': 'recordsPerLineDay',
  'usage-days': 'usageDays',
  years: 'years',
} as const satisfies Readonly<Record<string, keyof Demand>>;

const usage = `Usage: npm run sizing -- ${Object.keys(names)
  .map((name) => `--${name} N`)
  .join(' ')}`;

try {
  const { values } = parseArgs({
    options: Object.fromEntries(Object.keys(names).map((name) => [name, { type: 'string' as const }])),
  });
  const given = Object.entries(names).flatMap(([option, member]) => {
    const text = values[option];
    if (text === undefined) return [];
    const value = Number(text);
    if (!(value > 0 && Number.isFinite(value))) throw new Error(`--${option} must be a number above 0.`);
    return [[member, value] as const];
  });
  const demand = { ...usualDemand, ...Object.fromEntries(given) } as Demand;
  if (!demand.lines) throw new Error('--lines is missing.');
  console.log(printSize(demand));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
  process.exit(2);
}
