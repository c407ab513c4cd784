import { queryOptions } from '@tanstack/react-query'
import { countAudiences, listAnnouncements } from '@plinth/contract/moderation/announcements.ts'
import { answerOf } from '../../../lib/cache/answers.ts'

/** How often to look while one is being sent. */
const SENDING_MS = 5_000

export const announcementsQuery = queryOptions({
  ...answerOf(listAnnouncements),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ state }) => state === 'sending') === true ? SENDING_MS : false,
})
export const audiencesQuery = queryOptions({ ...answerOf(countAudiences), staleTime: 60_000 })
