/** An event of the feed, as far as these commands read it. */
export interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly time: string;
  readonly subject: string;
  readonly position: number;
  readonly data: {
    readonly record: { readonly id: string; readonly type?: string; readonly status?: string };
    readonly previous?: { readonly status?: string | null };
    readonly orderId?: string;
  };
}
