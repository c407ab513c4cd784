import '../post-parts.css'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../posts-texts.ts'

interface PostTagsProps {
  tags: readonly string[]
  /** This many at first; a button shows the others. */
  limit: 3 | 5
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** A post's tags, each a link to its page. */
export function PostTags({ tags, limit }: PostTagsProps) {
  const [all, setAll] = useState(false)
  const shown = all ? tags : tags.slice(0, limit)
  const hidden = tags.length - shown.length
  if (tags.length === 0) return null
  return (
    <ul aria-label={texts.tags.label} className="post-tags">
      {shown.map((tag, index) => (
        <li key={tag} className="min-w-0">
          <Link
            to="/explore/tag/$tag"
            params={{ tag }}
            // The button that had the focus is gone, so the first tag that it revealed takes it.
            ref={all && index === limit ? takeFocus : undefined}
            className="post-tag hit"
          >
            <span className="truncate">#{tag}</span>
          </Link>
        </li>
      ))}
      {hidden > 0 ? (
        <li>
          <button
            type="button"
            aria-label={`${texts.tags.more(hidden)}. ${texts.tags.moreName(hidden)}`}
            onClick={() => setAll(true)}
            className="post-tag post-tag-more hit"
          >
            {texts.tags.more(hidden)}
          </button>
        </li>
      ) : null}
    </ul>
  )
}
