import type { ClientResponse } from '@linework/testing/processes/linework-client';

export type Responses = ReturnType<typeof keepResponses>;

/** Keeps the text of a response, which must have this status, or be an error if none is given. */
export function keepResponses() {
  const texts: string[] = [];
  return {
    texts,
    async keep(request: Promise<ClientResponse>, status?: number): Promise<ClientResponse> {
      const response = await request;
      if (status === undefined ? response.status < 400 : response.status !== status)
        throw new Error(`The response is ${response.status}: ${response.text}`);
      texts.push(response.text);
      return response;
    },
  };
}
