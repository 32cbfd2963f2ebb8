/** The answer of `GET /orders/{orderId}/explanation`, as far as the page shows it. */
export interface OrderExplanation {
  readonly sentence: string;
  readonly waitsUntil?: string;
  readonly supersededBy?: string;
  readonly allowed: readonly string[];
  readonly notAllowed: readonly { readonly request: string; readonly code: string; readonly detail: string }[];
  readonly changes: readonly {
    readonly resource: { readonly type: string; readonly id: string };
    readonly from?: string;
    readonly to: string;
    readonly changedAt: string;
  }[];
}
