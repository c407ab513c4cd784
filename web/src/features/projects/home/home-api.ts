import { useQueryClient, queryOptions } from '@tanstack/react-query'
import { getDashboard, getHome } from '@plinth/contract/people/home.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { useLive, whenVisible, type LiveMessage } from '../../../lib/live/live.ts'

/** Read again whenever the tab is opened: much of it changes elsewhere. */
export const homeQuery = (tz: string) =>
  queryOptions({ ...answerOf(getHome, { query: { tz } }), staleTime: 0 })

export const dashboardQuery = (tz: string) =>
  queryOptions({ ...answerOf(getDashboard, { query: { tz } }), staleTime: 0 })

const MOVING: ReadonlySet<LiveMessage['type']> = new Set([
  'project',
  'messages',
  'notifications',
  'billing',
  'reconnected',
])

/** Reads the tab again when something moves that it shows. */
export function useFreshHome(): void {
  const client = useQueryClient()
  useLive(({ type }) => {
    if (MOVING.has(type)) whenVisible(() => void readAgain(client, [getHome, getDashboard]))
  })
}
