import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import {
  updateNotificationSettings,
  type NotificationSettings,
  type SettingKind,
} from '@plinth/contract/notifications/notifications.ts'
import { call, isUnauthorized } from '../../lib/api/api.ts'
import { patchAnswer } from '../../lib/cache/writes.ts'
import { showFailure } from '../../ui/feedback/toast.ts'
import { settingsQuery } from './notification-api.ts'
import { texts } from './notification-texts.ts'

export type Channel = keyof NotificationSettings[SettingKind]
export interface Choice {
  kind: SettingKind
  channel: Channel
  isOn: boolean
}

export const withChoice = (
  settings: NotificationSettings,
  { kind, channel, isOn }: Choice,
): NotificationSettings => ({ ...settings, [kind]: { ...settings[kind], [channel]: isOn } })

/** The viewer's choices. Each is shown at once, saved after the one before, and reverted if that fails. */
export function useSettings(): {
  query: UseQueryResult<NotificationSettings>
  choose: (choice: Choice) => void
} {
  const client = useQueryClient()
  const query = useQuery(settingsQuery)
  const show = (choice: Choice) =>
    patchAnswer(client, settingsQuery, (all) => all && withChoice(all, choice))
  const { mutate } = useMutation({
    // One after the other, each with the current choice of both channels.
    scope: { id: 'notification-settings' },
    mutationFn: ({ kind }: Choice) =>
      call(updateNotificationSettings, {
        body: { [kind]: client.getQueryData(settingsQuery.queryKey)?.[kind] },
      }),
    onMutate: show,
    onError: (error, choice) => {
      show({ ...choice, isOn: !choice.isOn })
      if (!isUnauthorized(error)) showFailure(texts.settings.saveFailed, () => mutate(choice))
    },
  })
  return { query, choose: mutate }
}
