import { Link } from '@tanstack/react-router'
import { without } from '../../../lib/routing/home-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { texts } from '../portfolio-texts.ts'

/** An empty wall, with the reason and the way out. */
export function NothingFound({ q, category }: { q: string; category: string | undefined }) {
  if (q === '' && category === undefined) {
    return <EmptyState title={texts.discover.empty} line={texts.discover.emptyHint} />
  }
  return (
    <div role="status" className="max-w-160">
      <EmptyState
        title={q === '' ? texts.filter.empty(category ?? '') : texts.search.none(q)}
        line={q === '' ? texts.filter.emptyHint : texts.search.noneHint}
        action={
          <Button asChild>
            <Link to="/" search={(previous) => without(previous, 'q', 'category')}>
              {texts.search.wayOut}
            </Link>
          </Button>
        }
      />
    </div>
  )
}
