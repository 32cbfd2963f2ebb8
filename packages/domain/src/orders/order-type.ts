import type { LineRequest, LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { z } from 'zod';
import type { Step } from './step.ts';

/** What becomes of the line while such an order is at work and afterwards. */
export type LineCourse = MovesLine | LeavesLine;

export interface MovesLine {
  /** The request that a client makes; the lifecycle says from where. `create` makes the line, which is born as it is meanwhile. */
  readonly request: LineRequest | 'create';
  readonly meanwhile: LineStatus;
  /** Where it is once the order is COMPLETED; it may depend on what was asked for. */
  readonly done: LineStatus | DoneByWish;
  readonly failed: LineStatus;
  /** Where it is when the order is undone: where it came from, unless said. */
  readonly undone?: LineStatus;
}

export interface DoneByWish {
  /** The member of the input that is true where it was wished for. */
  readonly wish: string;
  readonly granted: LineStatus;
  readonly otherwise: LineStatus;
}

/** For an order type that leaves its line in its status: those in which it may be ordered. The open order is what holds the line. */
export interface LeavesLine {
  readonly request: string;
  readonly stays: readonly LineStatus[];
}

/** A thing that can be ordered. */
export interface OrderType {
  readonly code: string;
  readonly summary: string;
  readonly line: LineCourse;
  /** When a step gives up: stop for a person or client to decide, or undo what had started. */
  readonly onFailure: 'halt' | 'rollback';
  /** It claims resources when it is placed. They are its own until a step takes them for the line, or it comes to nothing. */
  readonly claims?: true;
  readonly input: z.ZodType<Record<string, unknown>>;
  readonly steps: readonly [Step, ...Step[]];
}

export const defineOrderType = (orderType: OrderType): OrderType => orderType;

/** The order types that an engine knows, by code. */
export type OrderTypes = ReadonlyMap<string, OrderType>;

export function orderTypesByCode(orderTypes: readonly OrderType[]): OrderTypes {
  return new Map(orderTypes.map((orderType) => [orderType.code, orderType]));
}
