import { cva, type VariantProps } from 'class-variance-authority'

/** A button's classes, for links that look like buttons where loading `Button` would cost too much. */
export const buttonVariants = cva(
  'button relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control font-semibold tracking-[0.005em] whitespace-nowrap transition-colors duration-(--t-fast) select-none aria-disabled:pointer-events-none disabled:pointer-events-none',
  {
    variants: {
      variant: {
        primary:
          'bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-press disabled:bg-accent-wash disabled:text-ink-3 aria-disabled:bg-accent-wash aria-disabled:text-ink-3',
        secondary:
          'bg-surface-2 text-ink hover:bg-surface-3 disabled:text-ink-3 aria-disabled:text-ink-3 in-[[role$=dialog]]:bg-surface-3 in-[[role$=dialog]]:hover:bg-line',
        quiet: 'text-ink-2 hover:text-ink disabled:text-ink-3 aria-disabled:text-ink-3',
        danger:
          'bg-danger-fill text-on-danger hover:[filter:brightness(1.1)] disabled:opacity-60 aria-disabled:opacity-60',
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

export type ButtonVariants = VariantProps<typeof buttonVariants>
