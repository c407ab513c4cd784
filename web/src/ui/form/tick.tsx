import './tick.css'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

type TickProps = Omit<ComponentProps<'input'>, 'type'> & { type: 'checkbox' | 'radio' }

/** A checkbox or radio button in our own colours. Put it in a `label`, or name it with `htmlFor`. */
export const Tick = ({ className, ...rest }: TickProps) => (
  <input {...rest} className={clsx('tick', className)} />
)
