import type { LineRequest, LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { z } from 'zod';
import type { Step } from './step.ts';

/** How an order type changes the status of its line. */
export type LineTransition = StatusTransition | NoTransition;

export interface StatusTransition {
  /** The request of the client; the line's lifecycle says in which statuses it is allowed. With `create`, the line starts in its pending status. */
  readonly request: LineRequest | 'create';
  /** The status while the order is open. */
  readonly pendingStatus: LineStatus;
  /** The status after the order has COMPLETED; it may depend on the input. */
  readonly successStatus: LineStatus | ConditionalStatus;
  /** The status when the order stops with a failure. */
  readonly failureStatus: LineStatus;
  /** The status after the order was compensated. The default is the status before the order. */
  readonly compensatedStatus?: LineStatus;
}

interface ConditionalStatus {
  /** The input member that selects `ifRequested` when it is true. */
  readonly inputName: string;
  readonly ifRequested: LineStatus;
  readonly otherwise: LineStatus;
}

/** For an order type that does not change the status of its line. The open order alone excludes other orders on the line. */
interface NoTransition {
  readonly request: string;
  /** The statuses of the line in which the order is allowed. */
  readonly allowedStatuses: readonly LineStatus[];
}

/** An order type: its steps, and how it changes the line. */
export interface OrderType {
  readonly code: string;
  /** Goes up with every change of the steps or of `line`. An order is executed in the version with which it was placed. */
  readonly version: number;
  readonly summary: string;
  readonly line: LineTransition;
  /** What happens when a step fails: the order stops and waits for a decision, or it is compensated. */
  readonly onFailure: 'halt' | 'rollback';
  /** The order claims resources when it is placed. It keeps them until a step consumes them or the order ends without success. */
  readonly claimsResources?: true;
  /** The order removes its line from the network, so its steps need the network presence of the line. */
  readonly removesFromNetwork?: true;
  readonly input: z.ZodType<Record<string, unknown>>;
  readonly steps: readonly [Step, ...Step[]];
}

/** An order type as its file declares it. The default version is 1. */
export type OrderTypeDeclaration = Omit<OrderType, 'version'> & Partial<Pick<OrderType, 'version'>>;

export const defineOrderType = ({ version = 1, ...declaration }: OrderTypeDeclaration): OrderType => ({ version, ...declaration });

/** The versions of an order type that a program can execute, newest first. New orders get the newest. */
export type OrderTypeVersions = readonly [OrderType, ...OrderType[]];

/** The order types that a program can execute, by code. */
export type OrderTypes = ReadonlyMap<string, OrderTypeVersions>;

/** Indexes order types by code. Raises when two of them have the same code and version. */
export function indexOrderTypes(orderTypes: readonly OrderType[]): OrderTypes {
  const byCode = new Map<string, OrderTypeVersions>();
  for (const orderType of orderTypes) {
    const { code, version } = orderType;
    const others = byCode.get(code) ?? [];
    if (others.some((other) => other.version === version)) throw new Error(`version ${version} of the order type ${code} is declared twice`);
    byCode.set(code, [orderType, ...others].toSorted((one, other) => other.version - one.version) as [OrderType, ...OrderType[]]);
  }
  return byCode;
}

/** Finds an order type in exactly this version; undefined if this program does not know it. */
export function findOrderTypeVersion(orderTypes: OrderTypes, code: string, version: number): OrderType | undefined {
  return orderTypes.get(code)?.find((orderType) => orderType.version === version);
}
