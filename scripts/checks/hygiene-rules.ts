interface Rule {
  readonly pattern: RegExp;
  readonly why: string;
}

/** A place in somebody's own tree: the same file would not be there on another machine. */
const machinePath = /(?<=^|[\s"'`(=:,]|file:\/\/)\/(?:home|Users|root|work|mnt|workspaces?)\/[\w.-]+/m;

const rules: readonly Rule[] = [
  { pattern: machinePath, why: "a path of somebody's machine" },
  {
    pattern: /https?:\/\/(?!registry\.npmjs\.org)[^\s"']*(?:registry|artifactory|nexus|verdaccio|npm-?proxy)[^\s"']*/i,
    why: 'a registry that others may not reach',
  },
  { pattern: /^\s*(?:@[\w-]+:)?registry\s*=/m, why: 'a registry that others may not reach' },
];

/** What in a text must not be committed, one sentence for each kind, with its line. */
export function findHygieneViolations(path: string, text: string): readonly string[] {
  return rules.flatMap(({ pattern, why }) => {
    const found = pattern.exec(text);
    if (!found) return [];
    const line = text.slice(0, found.index).split('\n').length;
    return [`${path}:${line}: ${why}: ${found[0].trim().slice(0, 80)}`];
  });
}
