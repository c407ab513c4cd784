import { Briefcase, Check, Clock, Flag, LampCeiling } from 'lucide-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { PlinthGlyph } from './logo.tsx'

const looks = {
  featured: 'bg-lamp text-on-lamp',
  creator: 'bg-accent-wash text-accent-text',
  admin: 'bg-ink text-wall',
  pending: 'bg-warning-wash text-warning',
  business: 'bg-paper text-paper-ink',
  approved: 'bg-success-wash text-success',
  danger: 'bg-danger-wash text-danger',
} as const
export type BadgeKind = keyof typeof looks

const words: Record<BadgeKind, string> = {
  featured: 'Featured',
  creator: 'Creator',
  admin: 'Admin',
  pending: 'Pending',
  business: 'Business',
  approved: 'Approved',
  danger: '',
}

const icons: Record<BadgeKind, ReactNode> = {
  featured: <LampCeiling size={13} aria-hidden />,
  creator: <PlinthGlyph size={12} />,
  admin: null,
  pending: <Clock size={13} aria-hidden />,
  business: <Briefcase size={13} aria-hidden />,
  approved: <Check size={13} aria-hidden />,
  danger: <Flag size={13} aria-hidden />,
}

/** A word with an icon, on a placard or beside a name, never on a work. */
export function Badge({
  kind,
  children,
  className,
}: {
  kind: BadgeKind
  /** Replaces the default word of its kind. */
  children?: ReactNode
  className?: string
}) {
  return (
    <span
      className={clsx(
        'inline-flex h-5.5 shrink-0 items-center gap-1.5 rounded-badge px-2 text-12 font-semibold whitespace-nowrap',
        looks[kind],
        className,
      )}
    >
      {icons[kind]}
      {children ?? words[kind]}
    </span>
  )
}

/** A count of new things: a small round figure, red where somebody waits. */
export function CountDot({
  value,
  label,
  tone = 'accent',
  className,
}: {
  value: number
  /** Text for screen readers: `3 unread`. */
  label: string
  tone?: 'accent' | 'danger'
  className?: string
}) {
  if (value === 0) return null
  return (
    <span
      className={clsx(
        'tnum inline-grid h-4.5 min-w-4.5 place-items-center rounded-round px-1 text-12 leading-none font-bold',
        tone === 'accent' ? 'bg-accent text-on-accent' : 'bg-danger-fill text-on-danger',
        className,
      )}
    >
      <span aria-hidden>{value > 99 ? '99+' : value}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
