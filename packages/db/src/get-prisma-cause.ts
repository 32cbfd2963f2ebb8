/** The error of the driver, as Prisma stores it. */
interface DriverCause {
  readonly kind?: string;
  /** The error code of PostgreSQL. */
  readonly originalCode?: string;
  readonly constraint?: { readonly index?: string };
}

interface PrismaError {
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: DriverCause } };
}

/** Returns the error of the driver inside an error of Prisma; undefined for other errors. */
export const getPrismaCause = (error: Error): DriverCause | undefined =>
  (error as PrismaError).meta?.driverAdapterError?.cause;
