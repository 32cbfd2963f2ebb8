/** The groups of operations, in the order in which the document shows them. */
export const tags = [
  { name: 'lines', description: 'Lines and their operations. A change on the network opens an order.' },
  { name: 'orders', description: 'Orders with their steps, and the actions of an operator on a failed order.' },
  { name: 'brokers', description: 'The companies that sell lines. For operators.' },
  { name: 'bulk-operations', description: 'One request for many lines.' },
  { name: 'Inventory', description: 'Resource types, pools, ranges, numbers, SIMs and reservations.' },
  { name: 'holders', description: 'The people and companies that lines belong to.' },
  { name: 'subscriptions', description: 'Subscriptions, their products and their invoices.' },
  { name: 'usage', description: 'Balances and consumption of the products of a line.' },
  { name: 'payments', description: 'Payments of invoices.' },
  { name: 'payment-methods', description: 'Payment methods of a holder.' },
  { name: 'tax-receipts', description: 'Tax receipts, and the companies that issue them.' },
  { name: 'Portability', description: 'Numbers that come from other operators, and numbers that leave.' },
  { name: 'Catalog', description: 'Offers and their versions.' },
  { name: 'partners', description: 'Calls to partners without a response.' },
  { name: 'keys', description: 'API keys.' },
  { name: 'meta', description: 'Reference data of the service: lifecycles, order types and problems.' },
] as const;
