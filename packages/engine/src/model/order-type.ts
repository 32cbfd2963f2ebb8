import type { z } from 'zod';
import type { ResourceType } from './resource-type.ts';
import type { Effect, Step } from './step.ts';
import type { StepContext } from './step-context.ts';

/** How an order type changes the status of its resource. */
export type ResourceChange<Status extends string = string, Request extends string = string> =
  | StatusChange<Status, Request>
  | NoStatusChange<Status>;

export interface StatusChange<Status extends string = string, Request extends string = string> {
  /**
   * The request of the client; the lifecycle of the resource says in which statuses it is allowed. With `create`, the
   * resource starts in its pending status.
   */
  readonly request: Request | 'create';
  /** The status while the order is open. */
  readonly pendingStatus: Status;
  /** The status after the order has COMPLETED; it may depend on the input. */
  readonly successStatus: Status | ConditionalStatus<Status>;
  /** The status when the order stops with a failure. */
  readonly failureStatus: Status;
  /** The status after the order was compensated. The default is the status before the order. */
  readonly compensatedStatus?: Status;
}

interface ConditionalStatus<Status extends string> {
  /** The input member that selects `ifRequested` when it is true. */
  readonly inputName: string;
  readonly ifRequested: Status;
  readonly otherwise: Status;
}

/**
 * For an order type that does not change the status of its resource. The open order alone excludes other orders on it.
 */
interface NoStatusChange<Status extends string = string> {
  readonly request: string;
  /** The statuses of the resource in which the order is allowed. */
  readonly allowedStatuses: readonly Status[];
}

/** What a fact source reads with: the queries of a connection to the database. */
interface FactReader {
  readonly query: unknown;
}

/** Reads facts that the steps of an order type need in addition to those of its resource. */
export interface FactSource {
  /** The name of the facts in `StepContext.facts`. */
  readonly name: string;
  /** Reads the facts of these orders, by order id. An order without a value has no such facts. */
  load(db: FactReader, orderIds: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
}

/** An order type: its steps, and how it changes its resource. `Systems` are the other systems that its steps call. */
export interface OrderType<Systems = never> {
  readonly code: string;
  /**
   * Goes up with every change of the steps or of `change`. An order is executed in the version with which it was
   * placed.
   */
  readonly version: number;
  readonly summary: string;
  readonly resource: ResourceType;
  readonly change: ResourceChange;
  /** What happens when a step fails: the order stops and waits for a decision, or it is compensated. */
  readonly onFailure: 'halt' | 'rollback';
  readonly facts?: readonly FactSource[];
  /** Effects of an order that ends without having changed anything, because it was cancelled or rolled back. */
  readonly whenUndone?: (context: StepContext) => readonly Effect[];
  /** Effects of an order that an operator closes, although its steps may have had effects. */
  readonly whenClosed?: (context: StepContext) => readonly Effect[];
  readonly input: z.ZodType<Record<string, unknown>>;
  readonly steps: readonly [Step<Systems>, ...Step<Systems>[]];
}

/** An order type as its file declares it. The default version is 1. */
export type OrderTypeDeclaration<Systems> = Omit<OrderType<Systems>, 'version'> & Partial<Pick<OrderType, 'version'>>;

export const defineOrderType = <Systems>({
  version = 1,
  ...declaration
}: OrderTypeDeclaration<Systems>): OrderType<Systems> => ({ version, ...declaration });

/** The versions of an order type that a program can execute, newest first. New orders get the newest. */
export type OrderTypeVersions<Systems = never> = readonly [OrderType<Systems>, ...OrderType<Systems>[]];

/** The order types that a program can execute, by code. */
export type OrderTypes<Systems = never> = ReadonlyMap<string, OrderTypeVersions<Systems>>;

/** Indexes order types by code. Raises when two of them have the same code and version. */
export function indexOrderTypes<Systems = never>(orderTypes: readonly OrderType<Systems>[]): OrderTypes<Systems> {
  const byCode = new Map<string, OrderTypeVersions<Systems>>();
  for (const orderType of orderTypes) {
    const { code, version } = orderType;
    const others = byCode.get(code) ?? [];
    if (others.some((other) => other.version === version))
      throw new Error(`version ${version} of the order type ${code} is declared twice`);
    byCode.set(
      code,
      [orderType, ...others].toSorted((one, other) => other.version - one.version) as [
        OrderType<Systems>,
        ...OrderType<Systems>[],
      ],
    );
  }
  return byCode;
}

/** Finds an order type in exactly this version; undefined if this program does not know it. */
export function findOrderTypeVersion<Systems>(
  orderTypes: OrderTypes<Systems>,
  code: string,
  version: number,
): OrderType<Systems> | undefined {
  return orderTypes.get(code)?.find((orderType) => orderType.version === version);
}

/** The types of the resources of these orders, sorted by name. */
export function listResourceTypes(orderTypes: OrderTypes): readonly ResourceType[] {
  const resources = [...orderTypes.values()].flat().map(({ resource }) => resource);
  return [...new Set(resources)].toSorted((one, other) => one.name.localeCompare(other.name));
}
