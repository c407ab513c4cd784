import type { QueryClient } from '@tanstack/react-query'
import { listTagPortfolios } from '@plinth/contract/posts/tags.ts'
import { pagesOf } from '../../lib/cache/pages.ts'

/** Works with a tag, newest first. */
export const tagWorksQuery = (client: QueryClient, tag: string) =>
  pagesOf(client, listTagPortfolios, { params: { tag } })
