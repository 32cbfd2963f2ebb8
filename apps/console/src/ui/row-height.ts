/** The height of a row of a grid, as in `--row` of the tokens: on a narrow screen a row has two lines. */
export const rowHeight = (): number => (matchMedia('(max-width: 720px)').matches ? 68 : 40);
