import './notification-choices.css'
import { useId } from 'react'
import {
  EMAIL_ONLY,
  FIXED_KINDS,
  SETTING_KINDS,
  type NotificationSettings as Settings,
  type SettingKind,
} from '@plinth/contract/notifications/notifications.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { texts } from './notification-texts.ts'
import { useSettings, type Channel, type Choice } from './use-settings.ts'

const KINDS = Object.keys(SETTING_KINDS) as SettingKind[]
const CHANNELS = [
  { name: 'app', label: texts.settings.here },
  { name: 'mail', label: texts.settings.mail },
] as const satisfies { name: Channel; label: string }[]

/** A row for each kind of notification, with a switch for Plinth and one for email. */
export function NotificationChoices() {
  const { query, choose } = useSettings()
  return (
    <QueryView query={query} skeleton={<ChoicesSkeleton />} failed={texts.settings.failed}>
      {(settings) => <Choices settings={settings} onChoose={choose} />}
    </QueryView>
  )
}

function Choices({
  settings,
  onChoose,
}: {
  settings: Settings
  onChoose: (choice: Choice) => void
}) {
  const whyFixed = useId()
  return (
    <div className="hear">
      <div className="hear-row text-13 text-ink-3" aria-hidden>
        <span />
        {CHANNELS.map(({ name, label }) => (
          <span key={name}>{label}</span>
        ))}
      </div>
      <ul>
        {KINDS.map((kind) => {
          const { label } = SETTING_KINDS[kind]
          return (
            <li key={kind} className="hear-row">
              <span className="text-ink">{label}</span>
              {CHANNELS.map((channel) => {
                const isFixed = channel.name === 'app' && FIXED_KINDS.includes(kind)
                if (isFixed && EMAIL_ONLY.includes(kind)) return <span key={channel.name} />
                return (
                  <span key={channel.name}>
                    <Switch
                      aria-label={texts.settings.switchName(label, channel.label)}
                      aria-describedby={isFixed ? whyFixed : undefined}
                      disabled={isFixed}
                      checked={settings[kind][channel.name]}
                      onCheckedChange={(isOn) => onChoose({ kind, channel: channel.name, isOn })}
                    />
                  </span>
                )
              })}
            </li>
          )
        })}
      </ul>
      <p id={whyFixed} className="text-14 text-ink-3">
        {texts.settings.fixed}
      </p>
    </div>
  )
}

const ChoicesSkeleton = () => (
  <div role="status" aria-label={texts.settings.loading}>
    {KINDS.map((kind) => (
      <div key={kind} className="flex h-14 items-center justify-between">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-6 w-1/4" />
      </div>
    ))}
  </div>
)
