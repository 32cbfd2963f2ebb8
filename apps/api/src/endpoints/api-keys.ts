import { changeApiKey } from '@linework/api-keys/change-api-key';
import { createKeyForCaller } from '@linework/api-keys/create-key-for-caller';
import { findApiKey } from '@linework/api-keys/find-api-key';
import { listApiKeys } from '@linework/api-keys/list-api-keys';
import { revokeApiKey } from '@linework/api-keys/revoke-api-key';
import { rollApiKey } from '@linework/api-keys/roll-api-key';
import {
  changeApiKeyRoute,
  createApiKeyRoute,
  getApiKeyRoute,
  listApiKeysRoute,
  revokeApiKeyRoute,
  rollApiKeyRoute,
} from '@linework/schemas/keys/api-keys.routes';
import { created, noContent, page, record } from '../request/endpoint.ts';

export const apiKeys = {
  '/api-keys': {
    get: page(listApiKeysRoute, ({ query, caller }, { db }) => listApiKeys(db, caller, query)),
    post: created(createApiKeyRoute, '/api-keys', ({ body, caller }, { db, cellGroup }) =>
      createKeyForCaller(db, { ...body, caller, cellGroup, expiresAt: body.expiresAt?.toISOString() }),
    ),
    '/{id}': {
      get: record(getApiKeyRoute, ({ params, caller }, { db }) => findApiKey(db, { caller, keyId: params.id })),
      patch: record(changeApiKeyRoute, ({ params, body, caller }, { db }) =>
        changeApiKey(db, { ...body, caller, keyId: params.id }),
      ),
      delete: noContent(revokeApiKeyRoute, ({ params, caller }, { db }) =>
        revokeApiKey(db, { caller, keyId: params.id }),
      ),
      '/roll': {
        post: created(rollApiKeyRoute, '/api-keys', ({ params, body, caller }, { db, cellGroup }) =>
          rollApiKey(db, { caller, keyId: params.id, cellGroup, ...body }),
        ),
      },
    },
  },
} as const;
