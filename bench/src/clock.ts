/** Milliseconds since 1970 with their fractions, the same in all processes of a machine. */
export const now = (): number => performance.timeOrigin + performance.now()
