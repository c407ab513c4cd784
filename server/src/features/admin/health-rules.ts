import type { Health } from '@plinth/contract/moderation/health.ts'
import type { OperatingView } from '../../core/operating/operating-view.ts'

const ADDRESS = /([^\s@<>"'(),;:])[^\s@<>"'(),;:]*@([^\s@<>"'(),;:]+)/g

/** `marit@example.com` as `m…@example.com`: enough to recognise, too little to write to. */
export const shortened = (text: string): string => text.replaceAll(ADDRESS, '$1…@$2')

const MAX_REASON = 300

/** The first line of an error, without anybody's address. */
export const reasonOf = (error: string): string =>
  shortened(error.trim().split('\n', 1)[0] ?? '').slice(0, MAX_REASON)

type Depths = Awaited<ReturnType<OperatingView['depths']>>

/** The queues that have jobs, those with failed ones first, then those that wait longest. */
export function queuesOf(depths: Depths): Health['queues'] {
  const names = [...new Set(depths.map(({ queue }) => queue))]
  return names
    .map((name) => {
      const of = (state: string) => depths.find((one) => one.queue === name && one.state === state)
      return {
        name,
        waiting: of('created')?.count ?? 0,
        retrying: of('retry')?.count ?? 0,
        running: of('active')?.count ?? 0,
        failed: of('failed')?.count ?? 0,
        oldestSeconds: of('created')?.oldestSeconds ?? 0,
      }
    })
    .toSorted((a, b) => b.failed - a.failed || b.oldestSeconds - a.oldestSeconds)
}
