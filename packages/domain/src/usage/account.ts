import type { UsageType } from '@linework/schemas/catalog/product';

/** What a line has of a product, as far as counting asks for it. */
export interface Account {
  readonly id: string;
  readonly lineId: string;
  readonly brokerId: string;
  readonly productId: string;
  /** Whether the line has the product now; when not, its credits may still be used up, and nothing beyond them. */
  readonly current: boolean;
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
export const isAlive = ({ startsAt, dueAt }: Pick<Credit, 'startsAt' | 'dueAt'>, at: Date) => startsAt <= at && at < dueAt;
