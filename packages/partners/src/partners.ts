import type { ClearingHouse } from './clearing-house.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { TaxAuthority } from './tax-authority.ts';

/** The companies that Linework works with, apart from the network. Adapters live in `packages/systems`. */
export interface Partners {
  readonly paymentProvider: PaymentProvider;
  readonly taxAuthority: TaxAuthority;
  readonly clearingHouse: ClearingHouse;
}
