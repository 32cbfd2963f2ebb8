/** The resource of an order, as it was read. */
export interface ResourceSnapshot {
  readonly type: string;
  readonly id: string;
  readonly status: string;
  /** The values of the columns that its type names. */
  readonly facts: Facts;
}

export type Facts = Readonly<Record<string, unknown>>;

/** The facts that a step can use. */
export interface StepContext {
  readonly orderId: string;
  readonly brokerId: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The status of the resource before the order was placed. */
  readonly previousStatus: string | null;
  readonly resource: ResourceSnapshot;
  /** What the fact sources of the order type have read, by their names. */
  readonly facts: Facts;
}
