import './legal.css'
import { useQuery } from '@tanstack/react-query'
import type { LegalPage as Page } from '@plinth/contract/legal.ts'
import { sentenceOf } from '../../lib/api/api.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { legalQuery } from './legal-api.ts'
import { texts } from './legal-texts.ts'

/** Terms, privacy or imprint: a sheet to read, with its contents beside it on wide screens. */
export function LegalPage({ page }: { page: Page }) {
  const { data, error, refetch } = useQuery(legalQuery(page))
  useDocumentTitle(data?.title ?? '')
  if (data === undefined) {
    return (
      <div className="page legal">
        {error === null ? (
          <div role="status" aria-label={texts.loading}>
            <Skeleton className="h-96" />
          </div>
        ) : (
          <div className="grid justify-items-start gap-4">
            <ErrorText text={sentenceOf(error, texts.failed)} />
            <button type="button" className={buttonVariants()} onClick={() => void refetch()}>
              {texts.again}
            </button>
          </div>
        )}
      </div>
    )
  }
  const { title, html, parts } = data
  return (
    <div className="page legal">
      <h1 className="display text-44 text-ink">{title}</h1>
      <div className="legal-columns">
        {parts.length < 2 ? null : (
          <nav aria-labelledby="legal-contents" className="legal-contents">
            <p id="legal-contents" className="text-13 text-ink-3">
              {texts.contents}
            </p>
            <ol className="mt-2">
              {parts.map((part) => (
                <li key={part.id}>
                  <a href={`#${part.id}`} className="text-14">
                    {part.title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        {/* Markdown that the server rendered, with all HTML in it escaped. */}
        <article className="legal-sheet" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </div>
  )
}
