import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import {
  updateNotificationSettings,
  type NotificationKind,
  type NotificationSettings,
} from '@plinth/contract/notifications/notifications.ts'
import { call, isUnauthorized } from '../../lib/api/api.ts'
import { patchAnswer } from '../../lib/cache/writes.ts'
import { sayFailed } from '../../ui/feedback/say-failed.ts'
import { settingsQuery } from './notification-api.ts'
import { texts } from './notification-texts.ts'

export type Channel = keyof NotificationSettings[NotificationKind]
export interface Choice {
  kind: NotificationKind
  channel: Channel
  wish: boolean
}

export const withChoice = (
  settings: NotificationSettings,
  { kind, channel, wish }: Choice,
): NotificationSettings => ({ ...settings, [kind]: { ...settings[kind], [channel]: wish } })

/** The viewer's choices; each is shown at once, saved in its turn, and set back where that fails. */
export function useSettings(): {
  query: UseQueryResult<NotificationSettings>
  choose: (choice: Choice) => void
} {
  const client = useQueryClient()
  const query = useQuery(settingsQuery)
  const show = (choice: Choice) =>
    patchAnswer(client, settingsQuery, (all) => all && withChoice(all, choice))
  const { mutate } = useMutation({
    // One after the other, each with both channels as they stand by then.
    scope: { id: 'notification-settings' },
    mutationFn: ({ kind }: Choice) =>
      call(updateNotificationSettings, {
        body: { [kind]: client.getQueryData(settingsQuery.queryKey)?.[kind] },
      }),
    onMutate: show,
    onError: (error, choice) => {
      show({ ...choice, wish: !choice.wish })
      if (!isUnauthorized(error)) sayFailed(texts.settings.saveFailed, () => mutate(choice))
    },
  })
  return { query, choose: mutate }
}
