import type { UsageType } from '@linework/schemas/catalog/product';

/** From an instant until another, which is not part of it; without end where there is none. */
export interface Span {
  readonly from: Date;
  readonly until: Date | null;
}

/** What a line has of a product, as far as counting asks for it. */
export interface Account {
  readonly id: string;
  readonly lineId: string;
  readonly brokerId: string;
  readonly productId: string;
  /** When the line had the product. */
  readonly held: readonly Span[];
  /** When there was something to be used of it: that time, and those of its credits, which may last longer. */
  readonly usable: readonly Span[];
  readonly allowsOverage: boolean;
  readonly components: readonly { readonly id: string; readonly type: UsageType | 'SERVICE'; readonly unlimited: boolean }[];
}

/** An amount that may be used from one instant until another. */
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

/** Whether it may be used at an instant: from its first on, and at its due date not any more. */
export const isCreditActive = ({ startsAt, dueAt }: Pick<Credit, 'startsAt' | 'dueAt'>, at: Date) => startsAt <= at && at < dueAt;

/** Whether an instant is in one of these spans. */
export const isInAnySpan = (spans: readonly Span[], at: Date) => spans.some(({ from, until }) => from <= at && (until === null || at < until));
