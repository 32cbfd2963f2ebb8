/** Settings by name, as a process is given them. */
export type Environment = Readonly<Record<string, string | undefined>>;
