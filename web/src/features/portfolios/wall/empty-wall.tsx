import { Link } from '@tanstack/react-router'
import { without } from '../../../lib/routing/home-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { texts } from './empty-wall-texts.ts'

/** An empty wall: why it is empty, and a link to all works. */
export function EmptyWall({ q, category }: { q: string; category: string | undefined }) {
  if (q === '' && category === undefined) {
    return <EmptyState title={texts.title} line={texts.hint} />
  }
  return (
    <div role="status" className="max-w-160">
      <EmptyState
        title={q === '' ? texts.category(category ?? '') : texts.search(q)}
        line={q === '' ? texts.categoryHint : texts.searchHint}
        action={
          <Button asChild>
            <Link to="/" search={(previous) => without(previous, 'q', 'category')}>
              {texts.wayOut}
            </Link>
          </Button>
        }
      />
    </div>
  )
}
