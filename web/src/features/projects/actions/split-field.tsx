import type { CSSProperties } from 'react'
import { price } from '../../../lib/format/format.ts'
import { SumField } from './action-fields.tsx'
import { actionTexts } from './action-texts.ts'
import { halfOf, readSplit, typedSum } from './split-rules.ts'

const texts = actionTexts.split

interface SplitFieldProps {
  /** The sum to divide, in dollars. */
  held: number
  /** The client's part as it is typed. */
  typed: string
  client: string
  creator: string
  onChange: (typed: string) => void
}

const DOLLAR: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

/** Divides what is held with a slider, a number, or one of three common splits. */
export function SplitField({ held, typed, client, creator, onChange }: SplitFieldProps) {
  const split = readSplit(held, typed)
  const set = (sum: number) => onChange(typedSum(sum))
  return (
    <div className="split-field p-5 rounded-badge bg-paper text-paper-ink">
      <input
        type="range"
        aria-label={texts.label(client)}
        aria-valuetext={
          split === null
            ? texts.wrong(price(held))
            : texts.value(price(split.toClient), price(split.toCreator))
        }
        min={0}
        max={held}
        // A sum with cents needs cent steps, so that the slider reaches its end.
        step={Number.isInteger(held) ? 1 : 0.01}
        value={split?.toClient ?? 0}
        className="split-slider"
        style={{ '--part': `${((split?.toClient ?? 0) / held) * 100}%` } as CSSProperties}
        onChange={({ target }) => set(target.valueAsNumber)}
        onKeyDown={(event) => {
          // Keys move by whole dollars; the field below takes cents.
          const by = DOLLAR[event.key]
          if (by === undefined) return
          event.preventDefault()
          set(Math.min(Math.max((split?.toClient ?? 0) + by, 0), held))
        }}
      />
      <div className="split-sums flex justify-between gap-4 max-phone:flex-wrap">
        <p>
          <output className="display tnum split-sum">
            {split === null ? '–' : price(split.toClient)}
          </output>
          <span className="slip-note">{texts.back(client)}</span>
        </p>
        <p className="text-right">
          <output className="display tnum split-sum">
            {split === null ? '–' : price(split.toCreator)}
          </output>
          <span className="slip-note">{texts.to(creator)}</span>
        </p>
      </div>
      <div className="split-common">
        <button type="button" className="paper-secondary" onClick={() => set(held)}>
          {texts.allBack}
        </button>
        <button type="button" className="paper-secondary" onClick={() => set(halfOf(held))}>
          {texts.half}
        </button>
        <button type="button" className="paper-secondary" onClick={() => set(0)}>
          {texts.allTo(creator)}
        </button>
      </div>
      <SumField
        label={texts.field(client)}
        error={split === null ? texts.wrong(price(held)) : undefined}
        className="split-typed"
        typed={typed}
        onChange={onChange}
      />
    </div>
  )
}
