import type { Line, Order } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { guessKind } from './guess-kind.ts';

const limit = 20;

export interface Found {
  readonly lines: readonly Line[];
  readonly orders: readonly Order[];
}

/** Looks for lines and orders by what the text may be. */
async function find(text: string, signal: AbortSignal): Promise<Found> {
  const { kind, value } = guessKind(text);
  const options = { signal };
  const listLines = async (query: Parameters<typeof linework.lines.list>[0]) => (await linework.lines.list({ limit, ...query }, options)).items;
  const listOrders = async (query: Parameters<typeof linework.orders.list>[0]) => (await linework.orders.list({ limit, ...query }, options)).items;
  if (kind === 'number') return { lines: await listLines({ msisdn: value }), orders: await listOrders({ msisdn: value }) };
  if (kind === 'sim') return { lines: await listLines({ iccId: value }), orders: [] };
  if (kind === 'id') {
    const [ofLine, ofCorrelation, ofBatch] = await Promise.all([
      listOrders({ resourceId: [value] }),
      listOrders({ correlationId: value }),
      listOrders({ bulkOperationId: [value] }),
    ]);
    return { lines: [], orders: [...ofLine, ...ofCorrelation, ...ofBatch] };
  }
  const [lines, ofCode, ofCorrelation] = await Promise.all([
    listLines({ externalCode: value }),
    listOrders({ externalCode: value }),
    listOrders({ correlationId: value }),
  ]);
  return { lines, orders: [...ofCode, ...ofCorrelation] };
}

export const useSearchResult = (text: string | undefined) =>
  useQuery({ queryKey: ['search', text], queryFn: ({ signal }) => find(text ?? '', signal), enabled: text !== undefined });
