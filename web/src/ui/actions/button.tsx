import { Slot } from 'radix-ui'
import type { ComponentProps, SyntheticEvent } from 'react'
import { buttonVariants, type ButtonVariants } from './button-variants.ts'

export interface ButtonProps extends ComponentProps<'button'>, ButtonVariants {
  /** The label while it is busy: `Sending...`. The button keeps its width and ignores clicks. */
  busy?: string | false | undefined
  /** Renders its only child, such as a link, as a button. */
  asChild?: boolean
}

const ignoreClick = (event: SyntheticEvent) => {
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
      // Not `disabled`, because the button would lose the focus and not get it back after a failure.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      {...(isBusy ? { onClick: ignoreClick } : {})}
    >
      {isBusy ? (
        <>
          {/* Keeps the width of the original label. */}
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
