import type { LineRequest, LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { z } from 'zod';
import type { Step } from './step.ts';

/** What becomes of the line while such an order is at work and afterwards. */
export type LineTransition = StatusTransition | NoTransition;

export interface StatusTransition {
  /** The request that a client makes; the lifecycle says from where. `create` makes the line, which is born as it is meanwhile. */
  readonly request: LineRequest | 'create';
  readonly pendingStatus: LineStatus;
  /** Where it is once the order is COMPLETED; it may depend on what was asked for. */
  readonly successStatus: LineStatus | ConditionalStatus;
  readonly failureStatus: LineStatus;
  /** Where it is when the order is undone: where it came from, unless said. */
  readonly compensatedStatus?: LineStatus;
}

interface ConditionalStatus {
  /** The member of the input that is true where it was wished for. */
  readonly inputName: string;
  readonly ifRequested: LineStatus;
  readonly otherwise: LineStatus;
}

/** For an order type that leaves its line in its status: those in which it may be ordered. The open order is what holds the line. */
interface NoTransition {
  readonly request: string;
  readonly allowedStatuses: readonly LineStatus[];
}

/** A thing that can be ordered. */
export interface OrderType {
  readonly code: string;
  /** One more with each change of its steps or of what becomes of its line: an open order goes on as the version it was placed with. */
  readonly version: number;
  readonly summary: string;
  readonly line: LineTransition;
  /** When a step gives up: stop for a person or client to decide, or undo what had started. */
  readonly onFailure: 'halt' | 'rollback';
  /** It claims resources when it is placed. They are its own until a step takes them for the line, or it comes to nothing. */
  readonly claimsResources?: true;
  /** It removes its line from the network, and so needs to know what the network may have of it. */
  readonly removesFromNetwork?: true;
  readonly input: z.ZodType<Record<string, unknown>>;
  readonly steps: readonly [Step, ...Step[]];
}

/** An order type as its file says it: version 1 unless said otherwise. */
export type OrderTypeDeclaration = Omit<OrderType, 'version'> & Partial<Pick<OrderType, 'version'>>;

export const defineOrderType = ({ version = 1, ...declaration }: OrderTypeDeclaration): OrderType => ({ version, ...declaration });

/** Every version of an order type that a program can carry out, the newest first. Orders are placed with the newest. */
export type OrderTypeVersions = readonly [OrderType, ...OrderType[]];

/** The order types that a program can carry out, by code. */
export type OrderTypes = ReadonlyMap<string, OrderTypeVersions>;

/** Raises when two of them have the same code and version: only one of the two could carry out an order. */
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

/** The order type in exactly this version; undefined where this program does not know it. */
export function findOrderTypeVersion(orderTypes: OrderTypes, code: string, version: number): OrderType | undefined {
  return orderTypes.get(code)?.find((orderType) => orderType.version === version);
}
