import type { BalanceComponent, Line } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { isNotFound } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';

export const shownDays = 30;

/** What a line has used of a component of a product. */
export interface ComponentUsage extends BalanceComponent {
  readonly productId: string;
  readonly product: string;
  /** The usage of each of the last days, the oldest first. */
  readonly days: readonly number[];
}

/** The usage of each component of the line's products; `null` if the line has no subscription. */
export const useUsage = ({ id, subscriptionId, updatedAt }: Line) =>
  useQuery({
    queryKey: ['line', id, 'usage', updatedAt],
    queryFn: async ({ signal }): Promise<readonly ComponentUsage[] | null> => {
      if (subscriptionId === undefined) return null;
      const { products } = await linework.subscriptions.get(subscriptionId, { signal });
      const held = products.filter(({ removedAt }) => removedAt === undefined);
      return (await Promise.all(held.map(({ productId }) => readProduct(id, productId, signal)))).flat();
    },
    placeholderData: (before) => before,
  });

/** A product that has not begun has no balance. */
async function readProduct(lineId: string, productId: string, signal: AbortSignal): Promise<readonly ComponentUsage[]> {
  try {
    const [{ balance }, { days }] = await Promise.all([
      linework.usage.balances(lineId, productId, { signal }),
      linework.usage.consumption(lineId, productId, {}, { signal }),
    ]);
    const { name, productComponents } = balance.product;
    return productComponents.map((component) => {
      const amounts = new Map(
        days.filter(({ componentId }) => componentId === component.id).map(({ day, amount }) => [day, amount]),
      );
      return { ...component, productId, product: name, days: listLastDays().map((day) => amounts.get(day) ?? 0) };
    });
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

const inBrazil = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

/** The days of the server are those of São Paulo. */
function listLastDays(): readonly string[] {
  const today = Date.parse(inBrazil.format(Date.now()));
  return Array.from({ length: shownDays }, (_, index) =>
    new Date(today - (shownDays - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}
