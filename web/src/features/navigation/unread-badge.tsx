import { CountDot } from '../../ui/layout/badge.tsx'
import { useUnread } from './unread.ts'

/** How many are new, for the eye; the link around it says it in words. */
export function UnreadBadge({ className }: { className?: string }) {
  const unread = useUnread()
  if (unread === 0) return null
  return (
    <span aria-hidden className={className}>
      <CountDot value={unread} label="" />
    </span>
  )
}
