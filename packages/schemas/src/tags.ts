/** The groups of operations, in the order in which the document shows them. */
export const tags = [
  {
    name: 'lines',
    title: 'Lines',
    group: 'Lines and orders',
    description:
      'A line is a number and a SIM that a customer uses. A change on the network opens an order; the answer ' +
      'names it in `Location`.',
  },
  {
    name: 'orders',
    title: 'Orders',
    group: 'Lines and orders',
    description:
      'An order has steps. Read it to see how far it is and why it failed, and retry, roll back or cancel it.',
  },
  {
    name: 'bulk-operations',
    title: 'Bulk operations',
    group: 'Lines and orders',
    description: 'One request for many lines or orders. Each of them has its own outcome.',
  },
  {
    name: 'drifts',
    title: 'Reconciliation',
    group: 'Lines and orders',
    description:
      'Each line is compared with the register of the network. A difference that two comparisons find is a drift, ' +
      'which an order repairs or a person accepts.',
  },
  {
    name: 'Inventory',
    title: 'Inventory',
    group: 'Inventory',
    description:
      'Numbers and SIMs in pools, the ranges that an operator assigns to brokers, imports, and reservations for a ' +
      'customer who is still choosing.',
  },
  {
    name: 'Portability',
    title: 'Portability',
    group: 'Inventory',
    description: 'Numbers that come from other operators, and numbers that leave. The clearing house decides.',
  },
  {
    name: 'holders',
    title: 'Holders',
    group: 'Customers and billing',
    description: 'The people and companies that lines belong to.',
  },
  {
    name: 'legal-holds',
    title: 'Legal holds',
    group: 'Customers and billing',
    description: 'While a legal hold is on a holder or on a whole broker, nothing that is kept of it is erased.',
  },
  {
    name: 'move-ins',
    title: 'Move-ins',
    group: 'Customers and billing',
    description:
      'Holders, numbers, SIMs and lines of another system, which are in service, are adopted from files without a ' +
      'call to the network.',
  },
  {
    name: 'subscriptions',
    title: 'Subscriptions and invoices',
    group: 'Customers and billing',
    description:
      'A subscription is the use of an offer by a holder. It has products, cycles and lines, and one invoice for ' +
      'each cycle.',
  },
  {
    name: 'usage',
    title: 'Usage',
    group: 'Customers and billing',
    description:
      'The balance of each product of a line, the usage that is charged to it, and credits that are added by hand.',
  },
  {
    name: 'payments',
    title: 'Payments',
    group: 'Customers and billing',
    description: 'Payments of invoices and their refunds. The payment provider decides.',
  },
  {
    name: 'payment-methods',
    title: 'Payment methods',
    group: 'Customers and billing',
    description: 'Cards and PIX authorisations of a holder, as tokens of the payment provider.',
  },
  {
    name: 'tax-receipts',
    title: 'Tax receipts',
    group: 'Customers and billing',
    description:
      'Tax receipts of invoices, the companies that issue them, and the documents as XML and PDF. The tax ' +
      'authority decides.',
  },
  {
    name: 'Catalog',
    title: 'Catalogue',
    group: 'Customers and billing',
    description: 'Offers and their versions. A subscription keeps the version it was sold with.',
  },
  {
    name: 'events',
    title: 'Events',
    group: 'Events',
    description: 'What happened, in one feed: read page by page, streamed, or pushed to an address.',
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    group: 'Events',
    description: 'Addresses of yours that get events as they happen, signed, and the deliveries to them.',
  },
  {
    name: 'brokers',
    title: 'Brokers',
    group: 'Administration',
    description: 'The companies that sell lines. For operators.',
  },
  {
    name: 'keys',
    title: 'API keys',
    group: 'Administration',
    description: 'Keys, their scopes, and how a key is replaced without an interruption.',
  },
  {
    name: 'operators',
    title: 'People',
    group: 'Administration',
    description: 'The people who work with the console, and their roles.',
  },
  {
    name: 'saved-views',
    title: 'Saved views',
    group: 'Administration',
    description: 'Named filters of the pages of the console, own and shared.',
  },
  {
    name: 'partners',
    title: 'Unanswered calls',
    group: 'Administration',
    description:
      'Calls that a partner has not answered for a long time. An operator decides about each, or has it asked again.',
  },
  {
    name: 'meta',
    title: 'Reference data',
    group: 'Administration',
    description: 'Lifecycles, order types and problems, as the service itself knows them.',
  },
] as const;
