import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'

const button = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap transition-colors duration-(--t-fast) select-none aria-disabled:pointer-events-none disabled:pointer-events-none',
  {
    variants: {
      variant: {
        primary:
          'bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-press disabled:bg-accent-wash disabled:text-ink-3 aria-disabled:bg-accent-wash aria-disabled:text-ink-3',
        secondary:
          'bg-surface-2 text-ink hover:bg-surface-3 disabled:text-ink-3 in-[[role=dialog]]:bg-surface-3 in-[[role=dialog]]:hover:bg-line',
        quiet: 'text-ink-2 hover:text-ink disabled:text-ink-3',
        danger: 'bg-danger-fill text-on-danger hover:brightness-110 disabled:opacity-60',
        'quiet-danger': 'text-danger hover:bg-danger-wash',
      },
      size: {
        36: 'h-9 px-3 text-13',
        44: 'h-11 px-4.5 text-14',
        52: 'h-13 px-6 text-16',
      },
    },
    defaultVariants: { variant: 'secondary', size: 44 },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof button> {
  /** The label while the work is under way: `Sending...`. The button keeps its width and takes no clicks. */
  busy?: string | false | undefined
  /** Draws its only child, a link for instance, as a button. */
  asChild?: boolean
}

export function Button({
  variant,
  size,
  busy,
  asChild,
  className,
  children,
  ...rest
}: ButtonProps) {
  const look = button({ variant, size, className })
  if (asChild === true) {
    return (
      <Slot.Root className={look} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  const isBusy = typeof busy === 'string'
  return (
    <button
      type="button"
      {...rest}
      className={look}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? (
        <>
          {/* Holds the width of the longer of the two labels. */}
          <span className="invisible inline-flex items-center gap-2" aria-hidden>
            {children}
          </span>
          <span className="absolute inset-0 grid place-items-center">{busy}</span>
        </>
      ) : (
        children
      )}
    </button>
  )
}
