import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../overlay/dialog.tsx'

interface Move {
  current: { pathname: string }
  next: { pathname: string }
}

/** Asks for confirmation before unsent changes are lost, however the person leaves. */
export function LeaveGuard({
  armed,
  title,
  text,
  stay,
  leave,
  onLeave,
  shouldBlock,
}: {
  armed: boolean
  title: string
  text: string
  stay: string
  leave: string
  onLeave?: () => void
  /** Whether to ask, for screens that can try to save first, or that some addresses do not leave. */
  shouldBlock?: (move: Move) => boolean | Promise<boolean>
}) {
  const blocker = useBlocker({
    shouldBlockFn: shouldBlock ?? (() => armed),
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
