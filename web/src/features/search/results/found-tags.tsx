import '../../../ui/works.css'
import { Link } from '@tanstack/react-router'
import type { SearchResults } from '@plinth/contract/search/search.ts'
import { texts } from '../search-texts.ts'

/** Tags that the words begin, or that the found works have most. */
export const FoundTags = ({ tags }: Pick<SearchResults, 'tags'>) =>
  tags.length === 0 ? null : (
    <div className="found-tags">
      <h2 className="text-14 text-ink-3">{texts.search.tags}</h2>
      <ul className="contents">
        {tags.map(({ tag }) => (
          <li key={tag} className="min-w-0">
            <Link to="/explore/tag/$tag" params={{ tag }} className="found-tag hit">
              <span className="truncate">#{tag}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
