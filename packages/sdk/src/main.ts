// The package's only entry besides its subpaths, so what an integrator uses has one address.
export { Call } from './calls/call.ts';
export { OrderCall } from './calls/order-call.ts';
export { type Page, PageCall } from './calls/page-call.ts';
export { findPageLink, type PageQuery } from './calls/page-link.ts';
export { ConnectionError, LineworkError, TimeoutError, UnexpectedResponseError } from './errors/linework-error.ts';
export { type FieldError, type ProblemDocument, ProblemError } from './errors/problem-error.ts';
export { EventFeed, type FollowOptions, type PositionStore } from './events/event-feed.ts';
export type { LineworkEvent, LineworkEventType } from './events/linework-event.ts';
export * from './generated/problem-errors.ts';
export type * from './generated/types.ts';
export { type AnyRequestOptions, Linework } from './linework.ts';
export type { LineworkOptions, RequestOptions, RequestReport } from './options.ts';
export { OrderCancelledError, OrderFailedError, OrderTimeoutError } from './orders/order-errors.ts';
export type { WaitOptions } from './orders/wait-for-order.ts';
export type { Answer } from './transport/answer.ts';
export { type VerifiedWebhook, WebhookVerificationError } from './webhooks/verify.ts';
export { webhooks } from './webhooks/webhooks.ts';
