interface Logged {
  type: string
  message: string
  stack: string
  [name: string]: unknown
}

/**
 * An error as the log has it. PostgreSQL quotes whole rows and parameters in `detail` and `where`: what people write to
 * one another is not for the log.
 */
export function loggedError(error: Error): Logged {
  const { detail: _, where: __, ...facts } = error as Error & { detail?: string; where?: string }
  return {
    ...facts,
    type: error.constructor.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(error.cause instanceof Error ? { cause: loggedError(error.cause) } : {}),
  }
}
