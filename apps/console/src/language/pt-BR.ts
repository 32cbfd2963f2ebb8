/// <reference types="vite/client" />

type Entries = Readonly<Record<string, string>>;

const join = (files: Readonly<Record<string, Entries>>): Entries => Object.assign({}, ...Object.values(files));

/** The sentences of the code: a file for each folder of the console, and one for those that several folders have. */
export const sentences = join(import.meta.glob<Entries>('./pt-BR/*.json', { eager: true, import: 'default' }));

/**
 * The texts of the API: the words of its codes, what its events tell, the titles of its problems, and the genders of
 * its kinds of records.
 */
export const known = join(import.meta.glob<Entries>('./pt-BR/known/*.json', { eager: true, import: 'default' }));
