/** The version of the command, which is that of the interface that it knows. */
export const version = '1.0.0';
