import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'

export interface QueryViewProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>
  skeleton: ReactNode
  /** Shown for an empty list. Not needed where there is always something. */
  empty?: ReactNode
  isEmpty?: (data: T) => boolean
  /** The title of an error: `Failed to fetch portfolios`. */
  failed: string
  /** Returns the text of an error; by default the server's message. */
  sentence?: (error: unknown) => string
  children: (data: T) => ReactNode
}

/** Shows a query as loading, failed, empty or loaded. */
export function QueryView<T>({
  query,
  skeleton,
  empty,
  isEmpty = isEmptyList,
  failed,
  sentence = detailOf,
  children,
}: QueryViewProps<T>) {
  if (query.data !== undefined) {
    return empty !== undefined && isEmpty(query.data) ? empty : children(query.data)
  }
  if (query.error) {
    return (
      <Failure
        title={failed}
        line={sentence(query.error)}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return skeleton
}

const isEmptyList = (data: unknown): boolean => Array.isArray(data) && data.length === 0

const detailOf = (error: unknown): string =>
  error instanceof Error && 'detail' in error && typeof error.detail === 'string'
    ? error.detail
    : ''
