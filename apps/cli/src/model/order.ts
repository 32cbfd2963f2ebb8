/** An order as the API shows it, as far as these commands read it. */
export interface Order {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly resource: { readonly type: string; readonly id: string };
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly cancellationReason: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly steps: readonly OrderStep[];
}

export interface OrderStep {
  readonly id: string;
  readonly orderTypeStepCode: string;
  readonly actionCode: string;
  readonly status: string;
  readonly attempt: number;
  readonly error: Readonly<Record<string, unknown>> | null;
  readonly startedAt: string | null;
  readonly failedAt: string | null;
  readonly finishedAt: string | null;
}

const open = ['PENDING', 'IN_PROGRESS', 'ROLLING_BACK', 'CANCELLING'];

/** Whether a worker has nothing more to do for the order. */
export const isSettled = ({ status }: Pick<Order, 'status'>): boolean => !open.includes(status);

/** The code of an error, and what it says. */
export function describeStepError(error: OrderStep['error']): string | undefined {
  if (error === null) return undefined;
  const { code, detail } = error;
  return [code, detail].filter((part) => typeof part === 'string' && part !== '').join(': ') || JSON.stringify(error);
}
