/** A page at `/guides/{slug}`. `file` is its Markdown, relative to `docs`. */
export interface Guide {
  readonly slug: string;
  readonly file: string;
}

const guide = (slug: string): Guide => ({ slug, file: `guides/${slug}.md` });

/** The pages of the guides in the order in which they are read. */
export const guideGroups: readonly { readonly title: string; readonly guides: readonly Guide[] }[] = [
  { title: 'Start', guides: ['first-order', 'follow-an-order', 'errors-and-retries', 'idempotency'].map(guide) },
  {
    title: 'Build',
    guides: [
      { slug: 'sdk', file: '../packages/sdk/README.md' },
      { slug: 'webhooks', file: 'webhooks.md' },
      { slug: 'command-line', file: 'command-line.md' },
      ...[
        'paging',
        'bulk-operations',
        'pools-and-reservations',
        'porting-a-number',
        'billing-a-month',
        'move-in',
        'reconciliation',
      ].map(guide),
      ...['limits', 'versions', 'environments', 'test-data', 'faults-to-try'].map(guide),
    ],
  },
  {
    title: 'Operate',
    guides: [
      ...[
        'empty-database',
        'going-live',
        'on-duty',
        'console',
        'operators',
        'deployment',
        'tls-and-secrets',
        'kubernetes',
        'scaling',
        'retention',
        'cell',
        'restoring',
      ],
      ...['upgrading', 'upgrading-to-1.1'],
    ].map(guide),
  },
  {
    title: 'Look up',
    guides: [
      { slug: 'problems', file: 'generated/problems.md' },
      { slug: 'event-types', file: 'generated/event-types.md' },
      { slug: 'commands', file: 'generated/commands.md' },
      { slug: 'order-types', file: 'generated/order-types.md' },
      { slug: 'lifecycles', file: 'generated/lifecycles.md' },
      { slug: 'interface-changes', file: 'generated/interface-changes.md' },
      { slug: 'configuration', file: 'configuration.md' },
      { slug: 'glossary', file: 'glossary.md' },
    ],
  },
];

export const guides: readonly Guide[] = guideGroups.flatMap((group) => group.guides);
