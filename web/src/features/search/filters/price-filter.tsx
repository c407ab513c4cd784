import { useState } from 'react'
import type { WorkFacets } from '@plinth/contract/search/search.ts'
import { price } from '../../../lib/format/format.ts'
import { RangeSlider } from '../../../ui/form/range-slider.tsx'
import { texts } from '../search-texts.ts'
import { PRICE_STEP, priceEnds, pricesAt, priceWords } from './filter-rules.ts'
import { useFilters } from './use-filters.ts'

const words = texts.filters

/** The range of prices, as a line with two handles. Nothing while no work has a price. */
export function PriceFilter({ prices }: { prices: WorkFacets['prices'] }) {
  const { address, change } = useFilters()
  const [moving, setMoving] = useState<readonly [number, number] | null>(null)
  if (prices === null) return null
  const { low, high } = priceEnds(prices)
  const within = (value: number) => Math.min(Math.max(value, low), high)
  const value = [within(address.min ?? low), within(address.max ?? high)] as const
  return (
    <div>
      <div className="flex justify-between gap-4 text-14">
        <span className="font-semibold text-ink">{words.price}</span>
        <span className="tnum text-ink-2">
          {priceWords(moving === null ? address : pricesAt(moving, { low, high })) ??
            words.anyPrice}
        </span>
      </div>
      <RangeSlider
        label={words.price}
        handles={[words.lowest, words.highest]}
        min={low}
        max={high}
        step={PRICE_STEP}
        value={value}
        words={price}
        onMove={setMoving}
        onChange={(range) => {
          setMoving(null)
          change(pricesAt(range, { low, high }))
        }}
      />
    </div>
  )
}
