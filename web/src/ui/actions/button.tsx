import { Slot } from 'radix-ui'
import type { ComponentProps, SyntheticEvent } from 'react'
import { buttonVariants, type ButtonVariants } from './button-variants.ts'

export interface ButtonProps extends ComponentProps<'button'>, ButtonVariants {
  /** The label while the work is under way: `Sending...`. The button keeps its width and takes no clicks. */
  busy?: string | false | undefined
  /** Draws its only child, a link for instance, as a button. */
  asChild?: boolean
}

const takeNothing = (event: SyntheticEvent) => {
  event.preventDefault()
  event.stopPropagation()
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
  const classes = buttonVariants({ variant, size, className })
  if (asChild === true) {
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  const isBusy = typeof busy === 'string'
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      // Not `disabled`, which would take the focus away and not give it back when the work has failed.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      {...(isBusy ? { onClick: takeNothing } : {})}
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
