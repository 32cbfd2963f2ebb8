import type { Command } from 'commander';

export interface FilterOptions {
  readonly type?: string;
  readonly resourceType?: string;
  readonly resourceId?: string;
  readonly orderId?: string;
  readonly brokerId?: string;
}

/** Adds the options that choose events. */
export function addFilterOptions(command: Command): Command {
  return command
    .option('--type <types>', 'Only these types, such as line.blocked or line.*, divided by commas.')
    .option('--resource-type <type>', 'Only events of this kind of record.')
    .option('--resource-id <uuid>', 'Only events of this record.')
    .option('--order-id <uuid>', 'Only events that this order has caused.')
    .option('--broker-id <uuid>', 'Only events of this broker, with the key of an operator.');
}

/** The filter of the feed from the options. */
export function readFilter({
  type,
  resourceType,
  resourceId,
  orderId,
  brokerId,
}: FilterOptions): Readonly<Record<string, string>> {
  const filter = { type, resourceType, resourceId, orderId, brokerId };
  return Object.fromEntries(
    Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
