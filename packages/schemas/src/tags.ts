/** The groups of operations, in the order in which the document shows them. */
export const tags = [
  { name: 'lines', description: 'Lines and what can be asked of them. A change on the network opens an order.' },
  { name: 'orders', description: 'Orders with their steps, and what an operator does when one stops.' },
  { name: 'brokers', description: 'Who sells lines. For operators.' },
  { name: 'bulk-operations', description: 'One request for many lines.' },
  { name: 'Inventory', description: 'Resource types, pools, ranges, numbers, SIMs and reservations.' },
  { name: 'holders', description: 'The people and companies that lines belong to.' },
  { name: 'subscriptions', description: 'Subscriptions, their products and their invoices.' },
  { name: 'usage', description: 'What a line has left of its products, and what it used.' },
  { name: 'payments', description: 'Payments of invoices.' },
  { name: 'payment-methods', description: 'How a holder pays.' },
  { name: 'tax-receipts', description: 'Tax receipts, and the companies that issue them.' },
  { name: 'Portability', description: 'Numbers that come from other operators, and numbers that leave.' },
  { name: 'Catalog', description: 'Offers and their versions.' },
  { name: 'partners', description: 'Calls to partners that have not been answered.' },
  { name: 'keys', description: 'API keys.' },
  { name: 'meta', description: 'What the service says of itself: lifecycles, order types and problems.' },
] as const;
