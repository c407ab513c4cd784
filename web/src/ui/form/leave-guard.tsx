import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../overlay/dialog.tsx'

/** Asks for confirmation before unsent changes are lost, however the person leaves. */
export function LeaveGuard({
  armed,
  title,
  text,
  stay,
  leave,
  onLeave,
  settle,
}: {
  armed: boolean
  title: string
  text: string
  stay: string
  leave: string
  onLeave?: () => void
  /** Tries to save first. If it returns true, nothing is lost and nothing is asked. */
  settle?: () => Promise<boolean>
}) {
  const blocker = useBlocker({
    shouldBlockFn: async () => armed && (await settle?.()) !== true,
    enableBeforeUnload: () => armed,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(stays) => {
        if (!stays) blocker.reset?.()
      }}
      title={title}
      description={text}
      keep={stay}
      confirm={leave}
      onConfirm={() => {
        onLeave?.()
        blocker.proceed?.()
      }}
    />
  )
}
