import './date-input.css'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { isDay } from '../../lib/format/days.ts'
import { date } from '../../lib/format/format.ts'
import { boxed } from './text-input.tsx'

interface DateInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue'> {
  /** `2027-03-06`, or empty */
  value: string
}

/** The browser's date field, which says `6 Mar 2027` as every other date here does until somebody types in it. */
export function DateInput({ value, className, ...rest }: DateInputProps) {
  return (
    <span className={clsx('date-input', className)}>
      <input {...rest} type="date" value={value} className={clsx(boxed, 'tnum h-12 px-4')} />
      <span aria-hidden data-empty={value === '' || undefined} className="tnum">
        {isDay(value) ? date(`${value}T12:00`) : 'Choose a day'}
      </span>
    </span>
  )
}
