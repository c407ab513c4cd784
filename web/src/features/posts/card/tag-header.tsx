import { Link } from '@tanstack/react-router'
import type { TagView } from '@plinth/contract/posts/tags.ts'
import { MAX_TAG_COUNT } from '@plinth/contract/limits.ts'
import { FilterTab } from '../../../ui/layout/tabs.tsx'
import { count, counted } from '../../../lib/format/format.ts'
import { texts } from '../posts-texts.ts'

interface TagHeaderProps {
  tag: string
  /** Undefined while loading. */
  view: TagView | undefined
}

/** The tag, how many works and posts have it, and related tags. */
export const TagHeader = ({ tag, view }: TagHeaderProps) => (
  <header className="flex flex-wrap items-end justify-between gap-y-5 gap-x-6">
    <div className="min-w-0">
      <h1 className="display wrap-anywhere text-64 text-ink">#{view?.tag ?? tag.toLowerCase()}</h1>
      <p role="status" className="mt-3 min-h-6 text-16 text-ink-3">
        {view ? tagLine(view) : <span className="sr-only">{texts.tag.loading}</span>}
      </p>
    </div>
    {view && view.related.length > 0 ? (
      <div className="flex flex-wrap items-center gap-y-2 gap-x-3">
        <h2 className="text-14 text-ink-3">{texts.tag.related}</h2>
        <ul className="post-tags">
          {view.related.map((other) => (
            <li key={other} className="min-w-0">
              <Link to="/explore/tag/$tag" params={{ tag: other }} className="post-tag hit">
                <span className="truncate">#{other}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ) : null}
  </header>
)

const SHOWN = [
  { value: undefined, label: texts.tag.all },
  { value: 'works', label: texts.tag.works },
  { value: 'posts', label: texts.tag.posts },
] as const

/** Links to show everything, only works or only posts. */
export const TagFilter = ({ tag, show }: { tag: string; show: 'works' | 'posts' | undefined }) => (
  <nav aria-label={texts.tag.filter} className="tag-filter">
    {SHOWN.map(({ value, label }) => (
      <FilterTab key={label} active={show === value} asChild>
        <Link
          to="/explore/tag/$tag"
          params={{ tag }}
          search={value === undefined ? {} : { show: value }}
          resetScroll={false}
        >
          {label}
        </Link>
      </FilterTab>
    ))}
  </nav>
)

/** `9 works`, or `1,000+ works` when the count reached its maximum. */
const upTo = (value: number, one: string) =>
  value < MAX_TAG_COUNT ? counted(value, one) : `${count(MAX_TAG_COUNT)}+ ${one}s`

/** `9 works and 4 posts by 6 creators`, without the parts that are zero. */
export function tagLine({ workCount, postCount, creatorCount }: TagView): string {
  const carried = [
    ...(workCount > 0 ? [upTo(workCount, 'work')] : []),
    ...(postCount > 0 ? [upTo(postCount, 'post')] : []),
  ].join(' and ')
  return creatorCount === null || creatorCount === 0
    ? carried
    : `${carried} by ${counted(creatorCount, 'creator')}`
}
