import { CATEGORIES } from '@plinth/contract/choices.ts'
import { ORIGINS } from '@plinth/contract/portfolios/origins.ts'
import type { WorkFacets } from '@plinth/contract/search/search.ts'
import { price } from '../../../lib/format/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { texts } from '../search-texts.ts'
import { priceWords } from './filter-rules.ts'
import { useFilters } from './use-filters.ts'

const words = texts.filters
/** The option that takes a filter off. A list's option cannot be empty. */
const ANY = 'any'

interface ChoiceProps {
  /** Without the label above it; screen readers still hear it. */
  bare?: boolean
}

interface ChoiceFilterProps extends ChoiceProps {
  label: string
  any: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

const ChoiceFilter = ({
  label,
  any,
  options,
  value,
  onChange,
  bare = false,
}: ChoiceFilterProps) => (
  <Field label={label} labelHidden={bare} className={bare ? 'bare-filter' : ''}>
    {(aria) => (
      <Select
        {...aria}
        options={[{ value: ANY, label: any }, ...options]}
        value={value ?? ANY}
        onValueChange={(next) => onChange(next === ANY ? undefined : next)}
      />
    )}
  </Field>
)

/** Where the creator lives: the places with the most works, and the chosen one. */
export function PlaceFilter({ places, bare }: ChoiceProps & { places: WorkFacets['places'] }) {
  const { address, change } = useFilters()
  const { place } = address
  const listed = places.map((one) => one.place)
  const shown = place === undefined || listed.includes(place) ? listed : [place, ...listed]
  return (
    <ChoiceFilter
      label={words.place}
      any={words.anywhere}
      options={shown.map((one) => ({ value: one, label: one }))}
      value={place}
      onChange={(next) => change({ place: next })}
      {...(bare === undefined ? {} : { bare })}
    />
  )
}

/** How works were made, as their creators say. */
export function OriginFilter({ bare }: ChoiceProps) {
  const { address, change } = useFilters()
  return (
    <ChoiceFilter
      label={words.origin}
      any={words.anyOrigin}
      options={ORIGINS}
      value={address.origin}
      onChange={(next) => change({ origin: ORIGINS.find(({ value }) => value === next)?.value })}
      {...(bare === undefined ? {} : { bare })}
    />
  )
}

export function CategoryChoice({ bare }: ChoiceProps) {
  const { address, change } = useFilters()
  return (
    <ChoiceFilter
      label={words.categories}
      any={words.anyCategory}
      options={CATEGORIES.map(({ slug, name }) => ({ value: slug, label: name }))}
      value={address.category}
      onChange={(next) => change({ category: CATEGORIES.find(({ slug }) => slug === next)?.slug })}
      {...(bare === undefined ? {} : { bare })}
    />
  )
}

/** In a search the filters are one short row, so prices come in steps. */
const PRICES = [100, 300, 600, 1_000] as const
const RANGES = [
  { max: PRICES[0] },
  { min: PRICES[0], max: PRICES[1] },
  { min: PRICES[1], max: PRICES[2] },
  { min: PRICES[2], max: PRICES[3] },
  { min: PRICES[3] },
] as const
type PriceRange = { min?: number; max?: number }

const rangeOption = ({ min, max }: PriceRange) => ({
  value: `${min ?? ''}-${max ?? ''}`,
  label:
    min === undefined || max === undefined
      ? `${min === undefined ? 'Up to' : 'From'} ${price(min ?? max ?? 0)}`
      : (priceWords({ min, max }) ?? ''),
})

/** A few ranges of prices, and the one in the address. */
export function PriceChoice({ bare }: ChoiceProps) {
  const { address, change } = useFilters()
  const own = rangeOption({
    ...(address.min === undefined ? {} : { min: address.min }),
    ...(address.max === undefined ? {} : { max: address.max }),
  })
  const isSet = own.value !== '-'
  const listed: PriceRange[] = [...RANGES]
  const options = listed.map((range) => ({ ...rangeOption(range), range }))
  const isListed = options.some(({ value }) => value === own.value)
  return (
    <ChoiceFilter
      label={words.price}
      any={words.anyPrice}
      options={isSet && !isListed ? [own, ...options] : options}
      value={isSet ? own.value : undefined}
      onChange={(next) => {
        const range = options.find(({ value }) => value === next)?.range
        if (next === undefined || range !== undefined) change({ min: range?.min, max: range?.max })
      }}
      {...(bare === undefined ? {} : { bare })}
    />
  )
}
