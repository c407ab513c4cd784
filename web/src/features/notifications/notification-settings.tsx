import { useCloseDialog } from '../../lib/routing/use-close-dialog.ts'
import { Dialog, whenClosed } from '../../ui/overlay/dialog.tsx'
import { NotificationChoices } from './notification-choices.tsx'
import { texts } from './notification-texts.ts'

/** The dialog with the notification settings. */
export function NotificationSettings({ open }: { open: boolean }) {
  const close = useCloseDialog()
  return (
    <Dialog
      open={open}
      onOpenChange={whenClosed(close)}
      title={texts.settings.title}
      description={texts.settings.line}
      width="narrow"
    >
      <div className="mt-6">
        <NotificationChoices />
      </div>
    </Dialog>
  )
}
