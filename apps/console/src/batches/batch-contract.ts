import type { BulkOperation, BulkPreview } from '@linework/sdk';
import { t } from '../language/translate.ts';

/** Who did something to a batch. */
interface Actor {
  readonly type: string;
  readonly name?: string;
  readonly operatorId?: string;
}

/**
 * What a server of a later release says about a batch besides. An earlier one has none of it, and then the page has no
 * control for it.
 */
export type Batch = Omit<BulkOperation, 'status'> & {
  readonly status: BulkOperation['status'] | 'AWAITING_APPROVAL' | 'PAUSED';
  readonly name?: string;
  readonly ordersPerMinute?: number;
  readonly createdBy?: Actor;
  readonly approvalDueAt?: string;
  readonly approvedBy?: Actor;
};

export type Preview = BulkPreview & {
  /** Names the selected orders, so that a batch is created for exactly these. */
  readonly digest?: string;
  readonly needsApproval?: boolean;
};

/** The difference that a 409 tells. */
export interface SelectionChange {
  readonly total?: number;
  readonly added?: number;
  readonly removed?: number;
}

/** Whether it can still go on: pause, rate and cancel are for these. */
export const isUnderWay = ({ status }: Pick<Batch, 'status'>): boolean =>
  ['RUNNING', 'PAUSED', 'AWAITING_APPROVAL'].includes(status);

/** The rates of the slider, in orders a minute. The last one has no limit but that of all batches together. */
export const rates = [60, 300, 600, 1_200, 3_000, 6_000, 12_000, undefined] as const;

/** The place of a rate on the slider: the first that is not below it. */
export const placeOfRate = (ordersPerMinute: number | undefined): number => {
  const place =
    ordersPerMinute === undefined ? -1 : rates.findIndex((rate) => rate !== undefined && rate >= ordersPerMinute);
  return place === -1 ? rates.length - 1 : place;
};

export const rateText = (rate: number | undefined): string =>
  rate === undefined ? t('as fast as allowed') : t('{rate} a minute', { rate });
