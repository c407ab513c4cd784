import { TriangleAlert } from 'lucide-react'
import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

/** Props that a field passes to its control. Spread them. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

export interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Shows "optional" beside the label, or these words that begin with it. */
  optional?: boolean | string
  labelHidden?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A label, the control, and a hint or an error. */
export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  labelHidden = false,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = error !== undefined || hint !== undefined
  return (
    <div className={clsx('flex flex-col gap-2', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-14 font-semibold text-ink'}>
        {label}
        {optional === false ? null : (
          <span className="font-normal text-ink-3">
            {' '}
            {optional === true ? 'optional' : optional}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-required': required || undefined,
      })}
      {hasNote && (
        <p
          id={noteId}
          className={clsx('flex items-start gap-1.5 text-13', error ? 'text-danger' : 'text-ink-3')}
        >
          {error !== undefined && <TriangleAlert size={16} className="mt-px" aria-hidden />}
          <span>{error ?? hint}</span>
        </p>
      )}
    </div>
  )
}
