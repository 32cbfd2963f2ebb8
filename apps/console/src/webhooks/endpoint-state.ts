import type { WebhookEndpoint } from '@linework/sdk';

/** One word for an endpoint: an enabled one whose receiver does not accept its events is failing. */
export const endpointState = ({
  status,
  failingSince,
}: Pick<WebhookEndpoint, 'status' | 'failingSince'>): 'enabled' | 'disabled' | 'failing' =>
  status === 'enabled' && failingSince !== undefined ? 'failing' : status;
