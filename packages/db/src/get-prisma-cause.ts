/** What the driver said, as Prisma tells it. */
interface DriverCause {
  readonly kind?: string;
  /** PostgreSQL's own code. */
  readonly originalCode?: string;
  readonly constraint?: { readonly index?: string };
}

interface PrismaError {
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: DriverCause } };
}

/** Where Prisma keeps what the driver said; undefined for an error that is not of Prisma's. */
export const getPrismaCause = (error: Error): DriverCause | undefined => (error as PrismaError).meta?.driverAdapterError?.cause;
