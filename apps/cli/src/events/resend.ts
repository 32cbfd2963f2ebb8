import type { Context, GlobalOptions } from '../command/context.ts';
import { writeAnswer } from '../command/write-answer.ts';
import { usageError } from '../errors/cli-error.ts';

export interface ResendOptions extends GlobalOptions {
  readonly endpoint?: string;
  readonly event?: string;
  readonly fromPosition?: number;
  readonly toPosition?: number;
  readonly type?: string;
  readonly missingSince?: string;
  readonly perSecond?: number;
  readonly dryRun?: boolean;
}

/** Sends the event of a delivery again, or events of the past to an endpoint. */
export async function resend(deliveryId: string | undefined, options: ResendOptions, context: Context): Promise<void> {
  if ((deliveryId === undefined) === (options.endpoint === undefined))
    throw usageError('Name a delivery, or an endpoint with --endpoint and the events to send.');
  if (deliveryId !== undefined && options.dryRun === true)
    throw usageError('--dry-run counts the events for --endpoint; one delivery is one event.');
  const api = await context.openApi(options);
  const answer =
    deliveryId === undefined
      ? await api.request('POST', `/webhook-endpoints/${encodeURIComponent(options.endpoint ?? '')}/replays`, {
          body: bodyOf(options),
        })
      : await api.request('POST', `/webhook-deliveries/${encodeURIComponent(deliveryId)}/resend`);
  await writeAnswer(answer.data, context, options);
}

function bodyOf({ event, fromPosition, toPosition, type, missingSince, perSecond, dryRun }: ResendOptions): object {
  const members = {
    eventId: event,
    fromPosition,
    toPosition,
    types: type?.split(','),
    missingSince,
    perSecond,
    dryRun,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
