import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'

interface QueryViewProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>
  skeleton: ReactNode
  /** What stands there when there is nothing. Left out where there always is something. */
  empty?: ReactNode
  isEmpty?: (data: T) => boolean
  /** What failed, for a person: `Failed to fetch portfolios`. */
  failed: string
  /** The server's sentence for an error. */
  sentence?: (error: unknown) => string
  children: (data: T) => ReactNode
}

/** The four states of what is asked for: on its way, failed, nothing there, there. */
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
