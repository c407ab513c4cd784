import { useId } from 'react'
import { Tick } from './tick.tsx'

/** A checkbox with a label and a description. */
export function CheckRow({
  label,
  note,
  checked,
  onChange,
}: {
  label: string
  note: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-start gap-3">
      <Tick
        id={id}
        type="checkbox"
        className="mt-0.5 cursor-pointer"
        aria-describedby={`${id}-note`}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id} className="cursor-pointer text-14 font-semibold text-ink">
          {label}
        </label>
        <p id={`${id}-note`} className="text-13 text-ink-3">
          {note}
        </p>
      </div>
    </div>
  )
}
