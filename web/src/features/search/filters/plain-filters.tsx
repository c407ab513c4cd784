import { CATEGORIES } from '@plinth/contract/choices.ts'
import { ORIGINS } from '@plinth/contract/portfolios/origins.ts'
import type { WorkFacets } from '@plinth/contract/search/search.ts'
import { buttonVariants } from '../../../ui/actions/button-variants.ts'
import { boxed } from '../../../ui/form/text-input.tsx'
import { texts } from '../search-texts.ts'
import { useFilters } from './use-filters.ts'

const words = texts.filters
const control = `${boxed} h-12 px-4`

interface PlainFiltersProps {
  action: '/explore' | '/search'
  places: WorkFacets['places']
}

/** The filters as a form that needs no script. Browsers that run scripts ignore it. */
export function PlainFilters({ action, places }: PlainFiltersProps) {
  const { address } = useFilters()
  const { q, tab, sort, exact } = address
  return (
    <noscript>
      <form action={action} method="get" className="plain-filters">
        {Object.entries({ q, tab, sort, exact }).map(([name, value]) =>
          value === undefined ? null : (
            <input key={name} type="hidden" name={name} value={String(value)} />
          ),
        )}
        <label>
          {words.categories}
          <select name="category" defaultValue={address.category ?? ''} className={control}>
            <option value="">{words.anyCategory}</option>
            {CATEGORIES.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {words.lowest}
          <input
            name="min"
            type="number"
            min={1}
            defaultValue={address.min ?? ''}
            className={control}
          />
        </label>
        <label>
          {words.highest}
          <input
            name="max"
            type="number"
            min={1}
            defaultValue={address.max ?? ''}
            className={control}
          />
        </label>
        <label>
          {words.place}
          <input
            name="place"
            list="places"
            defaultValue={address.place ?? ''}
            className={control}
          />
          <datalist id="places">
            {places.map(({ place }) => (
              <option key={place}>{place}</option>
            ))}
          </datalist>
        </label>
        <label>
          {words.origin}
          <select name="origin" defaultValue={address.origin ?? ''} className={control}>
            <option value="">{words.anyOrigin}</option>
            {ORIGINS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className={buttonVariants()}>
          {words.show}
        </button>
      </form>
    </noscript>
  )
}
