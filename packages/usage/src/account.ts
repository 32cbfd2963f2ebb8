import type { UsageType } from '@linework/schemas/catalog/product';

/** A period from an instant until another, which is excluded; null means no end. */
export interface Span {
  readonly from: Date;
  readonly until: Date | null;
}

/** The account of a product on a line, with the members that usage counting needs. */
export interface Account {
  readonly id: string;
  readonly lineId: string;
  readonly brokerId: string;
  readonly productId: string;
  /** The periods in which the line had the product. */
  readonly held: readonly Span[];
  readonly allowsOverage: boolean;
  readonly components: readonly {
    readonly id: string;
    readonly type: UsageType | 'SERVICE';
    readonly unlimited: boolean;
  }[];
}

/** An amount that can be used from one instant until another. */
export interface Credit {
  readonly id: string;
  readonly accountId: string;
  readonly componentId: string;
  readonly type: UsageType;
  readonly granted: bigint;
  readonly used: bigint;
  readonly startsAt: Date;
  readonly dueAt: Date;
}

/** Whether a credit can be used at an instant. Its start is included, its expiry is excluded. */
export const isCreditActive = ({ startsAt, dueAt }: Pick<Credit, 'startsAt' | 'dueAt'>, at: Date) =>
  startsAt <= at && at < dueAt;

/** Whether one of these periods contains an instant. */
export const isInAnySpan = (spans: readonly Span[], at: Date) =>
  spans.some(({ from, until }) => from <= at && (until === null || at < until));
