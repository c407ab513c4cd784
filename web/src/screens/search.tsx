import { useSearch } from '@tanstack/react-router'
import { PageFrame } from '../features/navigation/page-frame.tsx'
import { readSearchSearch } from '../lib/routing/search-search.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'

/** Works, people and posts that fit some words. */
export function SearchScreen() {
  const { q } = readSearchSearch(useSearch({ strict: false }))
  useDocumentTitle(q ?? 'Search')
  return (
    <PageFrame className="page">
      <h1 className="display text-44 text-ink max-tablet:text-32">{q ?? 'Search'}</h1>
    </PageFrame>
  )
}
