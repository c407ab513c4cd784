/** What a machine can lack: disk, quota, open files, memory. */
export const LACKS = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM'] as const
const LACKING = new Set<unknown>(LACKS)

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

/** Whether this machine lacked something, so that the same work may succeed later. */
export const lacksSomething = (error: unknown): boolean => LACKING.has(codeOf(error))

/** Whether its disk, or our quota there, is full. */
export const isDiskFull = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === 'ENOSPC' || code === 'EDQUOT'
}
