import { clsx } from 'clsx'

/** The logo: a work on a lit ledge on its plinth. */
export function PlinthMark({ size = 22 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 22 25"
      width={size}
      height={(size * 25) / 22}
      className="flex-none"
      aria-hidden
    >
      <path d="M6 1h10v12H6z" fill="#fff" />
      <path d="M0 14.6h22V17H0z" fill="#a855f7" />
      <path d="M3 18.4h16V24H3z" fill="#5a5968" />
    </svg>
  )
}

/** The logo in one colour and without its plinth, for badges. */
export function PlinthGlyph({ size = 12 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 12 10"
      width={size}
      height={(size * 10) / 12}
      className="flex-none"
      fill="currentColor"
      aria-hidden
    >
      <path d="M3 0h6v7H3zM0 8h12v2H0z" />
    </svg>
  )
}

/** The logo with the name. Its parent is the link or button. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={clsx('inline-flex items-end gap-[11px]', className)}>
      <PlinthMark />
      <span className="text-[1.125rem] leading-none pb-0.5 font-[650] tracking-normal text-ink display tablet:text-20 tablet:leading-none">
        Plinth
      </span>
    </span>
  )
}
