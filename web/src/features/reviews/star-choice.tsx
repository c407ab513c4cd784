import { Star } from 'lucide-react'
import { useId } from 'react'
import { FIVE } from './stars.tsx'
import { texts } from './review-texts.ts'

interface StarChoiceProps {
  value: number | null
  onChange: (stars: number) => void
  error: string | undefined
}

/** One to five stars: radio buttons, so that arrow keys go through them. */
export function StarChoice({ value, onChange, error }: StarChoiceProps) {
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-required
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className="sr-only">{texts.form.stars}</legend>
      <div className="flex items-center">
        {FIVE.map((star) => (
          <label key={star} className="star" data-on={star <= (value ?? 0) ? '' : undefined}>
            <input
              type="radio"
              name={id}
              value={star}
              checked={star === value}
              onChange={() => onChange(star)}
              className="sr-only"
              aria-label={texts.form.star(star)}
            />
            <Star size={20} aria-hidden />
          </label>
        ))}
        {value === null ? null : (
          <span className="tnum ml-3 text-14 text-ink-3">{texts.form.ofFive(value)}</span>
        )}
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1 text-13 text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
