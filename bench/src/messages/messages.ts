import os from 'node:os'
import { measureLists } from './lists.ts'
import { measureStreams } from './streams.ts'
import type { BenchInput } from '../reads/portfolios.ts'

/** Somebody's very many messages, and people who hear of theirs: both, or the part that is asked for. */
export async function benchMessages(input: BenchInput): Promise<void> {
  const { env, seconds, streams, part, print } = input
  const parts = {
    list: () => measureLists({ env, seconds, print }),
    streams: () => measureStreams({ env, streams, print }),
  }
  for (const [name, measure] of Object.entries(parts)) {
    if (part !== null && part !== name) continue
    const before = os.loadavg()[0] ?? 0
    print(
      `\n${await measure()}\n\nLoad of the machine when it began: ${before.toFixed(1)} on ${os.availableParallelism()} cores.\n`,
    )
  }
}
