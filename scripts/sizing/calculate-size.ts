/** What an installation is asked for. */
export interface Demand {
  readonly lines: number;
  /** Blocks, unblocks, exchanges and all other orders. */
  readonly ordersPerLineMonth: number;
  /** The part of a month's orders that falls into its busiest hour: a billing day blocks who has not paid. */
  readonly peakHourShare: number;
  readonly recordsPerLineDay: number;
  /** The days for which usage records are kept. */
  readonly usageDays: number;
  /** The years for which orders and events are kept. */
  readonly years: number;
}

export const usualDemand: Omit<Demand, 'lines'> = {
  ordersPerLineMonth: 1,
  peakHourShare: 0.05,
  recordsPerLineDay: 30,
  usageDays: 91,
  years: 5,
};

/**
 * Bytes on the disk with all indexes, as `measured-bytes.system.test.ts` finds them. An order has its steps in them,
 * and not its events. @internal
 */
export const bytesOf = { order: 1_300, event: 285, usageRecord: 270, line: 4_370 } as const;

/** A block, from its request to its end. @internal */
export const eventsPerOrder = 5;
/** The log of an order that is blocked, without images of pages (docs/costs.md), doubled for these. */
const logBytesPerOrder = 9_800;
/** Of the 3,900 orders/s that two cores did with everything on one machine (README), half. */
const ordersPerSecondOfTwoCores = 1_950;
/** A leader and two standbys. */
const copies = 3;
/** A cell is as large as a machine that is restored within an hour: at 1 GB/s from the repository of backups. */
const cellBytes = 3_600e9;

export interface Size {
  readonly ordersPerMonth: number;
  readonly peakOrdersPerSecond: number;
  readonly orderBytes: number;
  readonly eventBytes: number;
  readonly usageRecords: number;
  readonly usageBytes: number;
  readonly lineBytes: number;
  /** Of one copy of the database. */
  readonly totalBytes: number;
  readonly logBytesPerDay: number;
  readonly cells: number;
  /** Of each machine of a cell. */
  readonly cores: number;
}

/** The arithmetic of the page `docs/guides/scaling.md`. @internal */
export function calculateSize(demand: Demand): Size {
  const { lines, ordersPerLineMonth, peakHourShare, recordsPerLineDay, usageDays, years } = demand;
  const ordersPerMonth = lines * ordersPerLineMonth;
  const orders = ordersPerMonth * 12 * years;
  const peakOrdersPerSecond = (ordersPerMonth * peakHourShare) / 3_600;
  const usageRecords = lines * recordsPerLineDay * usageDays;
  const parts = {
    orderBytes: orders * bytesOf.order,
    eventBytes: orders * eventsPerOrder * bytesOf.event,
    usageBytes: usageRecords * bytesOf.usageRecord,
    lineBytes: lines * bytesOf.line,
  };
  const totalBytes = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
  const logOfUsage = lines * recordsPerLineDay * bytesOf.usageRecord;
  const cells = Math.max(1, Math.ceil(totalBytes / cellBytes));
  return {
    ordersPerMonth,
    peakOrdersPerSecond,
    ...parts,
    usageRecords,
    totalBytes,
    logBytesPerDay: (ordersPerMonth / 30) * logBytesPerOrder + logOfUsage,
    cells,
    cores: Math.max(2, 2 * Math.ceil(peakOrdersPerSecond / cells / ordersPerSecondOfTwoCores)),
  };
}

/** The size as a table of Markdown. */
export function printSize(demand: Demand): string {
  const size = calculateSize(demand);
  const rows: readonly (readonly [string, string])[] = [
    ['lines', count(demand.lines)],
    ['orders a month', count(size.ordersPerMonth)],
    ['orders a second in the busiest hour', count(Math.ceil(size.peakOrdersPerSecond))],
    [`orders and their steps of ${demand.years} years`, bytes(size.orderBytes)],
    [`events of ${demand.years} years`, bytes(size.eventBytes)],
    [`usage records of ${demand.usageDays} days`, `${count(size.usageRecords)}, ${bytes(size.usageBytes)}`],
    ['lines, numbers and SIMs', bytes(size.lineBytes)],
    ['one copy of the database', bytes(size.totalBytes)],
    [`${copies} copies`, bytes(size.totalBytes * copies)],
    ['write-ahead log a day, for standbys and the archive', bytes(size.logBytesPerDay)],
    ['cells', count(size.cells)],
    ['cores of each machine of a cell, at least', count(size.cores)],
  ];
  return ['| What | |', '|---|--:|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n');
}

const count = (value: number): string => Math.round(value).toLocaleString('en-US');

function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(value) / 3)));
  return `${Number((value / 1_000 ** power).toPrecision(2))} ${units[power]}`;
}
