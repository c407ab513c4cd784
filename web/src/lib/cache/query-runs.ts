import type { QueryClient } from '@tanstack/react-query'
import { filtersOf } from './cache-writes.ts'
import type { Where } from './query-matching.ts'

/** Everything that is kept is old: what is on show is read again at once, the rest when it is next opened. */
export const readAllAgain = (client: QueryClient): Promise<void> => client.invalidateQueries()

/** Reads now, on show or not. */
export const readNow = (client: QueryClient, where: Where): Promise<void> =>
  client.refetchQueries(filtersOf([where]))

/** Forgets what is kept; what is on show begins anew. */
export const startAnew = (client: QueryClient, where: Where): Promise<void> =>
  client.resetQueries(filtersOf([where]))

/** An answer that is on its way is not taken in. */
export const stopReading = (client: QueryClient, where: Where): Promise<void> =>
  client.cancelQueries(filtersOf([where]))
