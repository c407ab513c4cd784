import { Link } from '@tanstack/react-router'
import { changeSearch } from '../../../lib/routing/works-search.ts'
import { buttonVariants } from '../../../ui/actions/button-variants.ts'
import { texts } from '../search-texts.ts'
import { useFilters } from './use-filters.ts'

/** The next page as a link, for browsers without scripts. Others load it by themselves. */
export function PlainPaging({ next }: { next: string | null | undefined }) {
  const { address } = useFilters()
  const link = buttonVariants()
  return (
    <noscript>
      <p className="mt-10 flex justify-center gap-3">
        {address.cursor === undefined ? null : (
          <Link {...changeSearch({})} className={link}>
            {texts.explore.firstPage}
          </Link>
        )}
        {typeof next === 'string' ? (
          <Link {...changeSearch({ cursor: next })} rel="next" className={link}>
            {texts.explore.nextPage}
          </Link>
        ) : null}
      </p>
    </noscript>
  )
}
