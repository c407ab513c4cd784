/** What a machine can lack: disk, quota, open files, memory. */
export const LACKS = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM'] as const
/** A disk that fails, as of a machine that is losing its power. FFmpeg says EIO of broken files, too, so tasks do not. */
const FAILING = ['EIO', 'EROFS']
const LACKING = new Set<unknown>([...LACKS, ...FAILING])

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

/** Whether this machine lacked something or its disk failed, so that the same work may succeed later. */
export const lacksSomething = (error: unknown): boolean => LACKING.has(codeOf(error))

/** Whether its disk, or our quota there, is full. */
export const isDiskFull = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === 'ENOSPC' || code === 'EDQUOT'
}
