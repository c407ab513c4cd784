import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSettings as Settings,
} from '@plinth/contract/notifications.ts'
import { sentenceOf } from '../../lib/api.ts'
import { useCloseDialog } from '../../lib/use-close-dialog.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { texts } from './notification-texts.ts'
import { useSettings, type Channel, type Choice } from './use-settings.ts'

const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[]
const CHANNELS = [
  { name: 'app', label: texts.settings.here },
  { name: 'mail', label: texts.settings.mail },
] as const satisfies { name: Channel; label: string }[]

/** What to hear about, and where. */
export function NotificationSettings({ open }: { open: boolean }) {
  const close = useCloseDialog()
  const { query, choose } = useSettings()
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => {
        if (!stays) close()
      }}
      title={texts.settings.title}
      description={texts.settings.line}
      width="narrow"
    >
      <div className="mt-6">
        <QueryView
          query={query}
          skeleton={<ChoicesSkeleton />}
          failed={texts.settings.failed}
          sentence={(error) => sentenceOf(error, '')}
        >
          {(settings) => <Choices settings={settings} onChoose={choose} />}
        </QueryView>
      </div>
    </Dialog>
  )
}

const Choices = ({
  settings,
  onChoose,
}: {
  settings: Settings
  onChoose: (choice: Choice) => void
}) => (
  <div className="hear">
    <div className="hear-row text-13 text-ink-3" aria-hidden>
      <span />
      {CHANNELS.map(({ name, label }) => (
        <span key={name}>{label}</span>
      ))}
    </div>
    <ul>
      {KINDS.map((kind) => {
        const { label } = NOTIFICATION_KINDS[kind]
        return (
          <li key={kind} className="hear-row">
            <span className="text-ink">{label}</span>
            {CHANNELS.map((channel) => (
              <span key={channel.name}>
                <Switch
                  aria-label={texts.settings.switchName(label, channel.label)}
                  checked={settings[kind][channel.name]}
                  onCheckedChange={(wish) => onChoose({ kind, channel: channel.name, wish })}
                />
              </span>
            ))}
          </li>
        )
      })}
    </ul>
  </div>
)

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
