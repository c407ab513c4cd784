export interface CallFrame {
  functionName: string
  url: string
  lineNumber: number
}

/** What V8's profiler writes; times in microseconds. */
export interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame }[]
  samples: number[]
  timeDeltas: number[]
}

const MOST_FILES = 20
const MOST_FUNCTIONS = 25

/** Where the processor's time went, by file or package and by function, without what they called. Idle time is left out. */
export function busiest({ nodes, samples, timeDeltas }: CpuProfile): string {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const files = new Map<string, number>()
  const functions = new Map<string, number>()
  let busy = 0
  let idle = 0
  const add = (map: Map<string, number>, key: string, time: number) =>
    map.set(key, (map.get(key) ?? 0) + time)
  for (const [n, sample] of samples.entries()) {
    const frame = frames.get(sample)
    const time = timeDeltas[n] ?? 0
    if (frame === undefined) continue
    if (frame.functionName === '(idle)') {
      idle += time
      continue
    }
    busy += time
    const { functionName, lineNumber } = frame
    const file = fileOf(frame.url)
    add(files, file === '' ? functionName || '(native)' : (packageOf(file) ?? file), time)
    if (file !== '')
      add(functions, `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}`, time)
  }
  const list = (map: Map<string, number>, most: number) =>
    [...map]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([name, time]) => `  ${((100 * time) / busy).toFixed(1).padStart(5)} %  ${name}`)
      .join('\n')
  const secondsOf = (time: number) => (time / 1e6).toFixed(1)
  return `Busy for ${secondsOf(busy)} s, idle for ${secondsOf(idle)} s.\n\nFiles and packages\n${list(files, MOST_FILES)}\n\nFunctions\n${list(functions, MOST_FUNCTIONS)}`
}

const MODULES = '/node_modules/'

/** The path in a package or in the checkout; empty for native code. */
export const fileOf = (url: string): string =>
  url.includes(MODULES)
    ? url.slice(url.lastIndexOf(MODULES) + 1)
    : (/(?:server|contract|web)\/(?:src|dist)\/.*/.exec(url)?.[0] ?? url)

const packageOf = (file: string): string | undefined =>
  /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]
