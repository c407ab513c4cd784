import './range-slider.css'
import { Slider as Radix } from 'radix-ui'
import { useState } from 'react'

type Range = readonly [low: number, high: number]

interface RangeSliderProps {
  /** The name of the whole, and of its two handles. */
  label: string
  handles: readonly [low: string, high: string]
  min: number
  max: number
  step: number
  value: Range
  /** Says a value, as `$75`. */
  words: (value: number) => string
  /** While a handle moves. */
  onMove: (range: Range) => void
  /** When a handle is let go, and after each press of a key. */
  onChange: (range: Range) => void
}

/** A line with two handles, for a range. Arrow keys move the focused handle by a step. */
export function RangeSlider({
  label,
  handles,
  min,
  max,
  step,
  value,
  words,
  onMove,
  onChange,
}: RangeSliderProps) {
  // A parent that shows the range renders again with each move, so the value alone would lag behind the pointer.
  const [moved, setMoved] = useState<Range | null>(null)
  const shown = moved ?? value
  const rangeOf = (values: number[]): Range => [values[0] ?? min, values[1] ?? max]
  return (
    <Radix.Root
      role="group"
      aria-label={label}
      className="relative range-slider h-11 items-center select-none"
      min={min}
      max={max}
      step={step}
      value={[...shown]}
      onValueChange={(values) => {
        setMoved(rangeOf(values))
        onMove(rangeOf(values))
      }}
      onValueCommit={(values) => {
        setMoved(null)
        onChange(rangeOf(values))
      }}
    >
      <Radix.Track className="range-track rounded-badge bg-surface-3">
        <Radix.Range className="absolute h-full rounded-badge bg-accent" />
      </Radix.Track>
      {handles.map((name, index) => (
        <Radix.Thumb
          key={name}
          aria-label={name}
          // Drawn on the server, the library does not know yet which handle this is.
          aria-valuenow={shown[index] ?? min}
          aria-valuetext={words(shown[index] ?? min)}
          className="hit block size-4.5 rounded-round bg-ink"
        />
      ))}
    </Radix.Root>
  )
}
