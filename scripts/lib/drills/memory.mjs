import { readFileSync } from 'node:fs'

/** The memory of a process in megabytes. */
export const memoryOf = (pid) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)[1]) / 1_024)
}
