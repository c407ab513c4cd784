import { fileOf, type CallFrame } from './busiest.ts'

/** What V8's sampling heap profiler returns; sizes in bytes. */
export interface AllocationProfile {
  head: AllocationNode
}

interface AllocationNode {
  callFrame: CallFrame
  selfSize: number
  children: AllocationNode[]
}

/** Counts what is collected again as well, which is nearly everything. */
export const SAMPLING = {
  samplingInterval: 16_384,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
}

const MOST_FUNCTIONS = 20

/** Which functions made objects and strings, in kilobytes for each answer, without what they called. */
export function allocated({ head }: AllocationProfile, answers: number): string {
  const functions = new Map<string, number>()
  const visit = ({ callFrame, selfSize, children }: AllocationNode) => {
    const { functionName, url, lineNumber } = callFrame
    const file = fileOf(url)
    const name = `${functionName || '(anonymous)'}${file === '' ? '' : ` ${file}:${lineNumber + 1}`}`
    functions.set(name, (functions.get(name) ?? 0) + selfSize)
    for (const child of children) visit(child)
  }
  visit(head)
  const kilobytes = (size: number) => (size / answers / 1024).toFixed(1)
  const lines = [...functions]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_FUNCTIONS)
    .map(([name, size]) => `  ${kilobytes(size).padStart(6)} kB  ${name}`)
  const total = [...functions.values()].reduce((sum, size) => sum + size, 0)
  return `Memory taken: ${kilobytes(total)} kB for each answer\n${lines.join('\n')}`
}
