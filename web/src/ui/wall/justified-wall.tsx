import '../works.css'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Fragment, type ReactNode } from 'react'
import { isWide, pairUprights, ratioOf, type Placed } from '../../lib/media/wall.ts'
import { Endless } from '../feedback/endless.tsx'

/** Rows are about 360 pixels high, so an item is about its ratio times as wide. */
const sizesOf = (ratio: number, wide: boolean) =>
  `(max-width: 720px) ${wide ? '100vw' : '50vw'}, ${Math.round(Math.min(ratio * 360, 1_344))}px`

/** The server's page is complete by itself: without scripts no next page would bring what is held back. */
const isServer = typeof document === 'undefined'

type Named = Placed & { id: string }

interface JustifiedWallProps<H extends Named> {
  hung: readonly H[]
  /** Loads further pages; left out when all items are given. */
  query?: UseInfiniteQueryResult | undefined
  /** The items belong to the previous filter, while the next ones load. */
  old?: boolean
  texts: { loadingMore: string; moreFailed: string }
  /** Renders one item. `sizes` is for its image. */
  children: (one: H, sizes: string) => ReactNode
}

/** Items in justified rows, with the next page below. */
export function JustifiedWall<H extends Named>({
  hung,
  query,
  old = false,
  texts,
  children,
}: JustifiedWallProps<H>) {
  return (
    <>
      <div className={clsx('wall', old && 'wall-old')}>
        {pairUprights(hung, !isServer && query?.hasNextPage === true).map((one) => (
          <Fragment key={one.id}>
            {children(one, sizesOf(ratioOf(one.picture), isWide(one)))}
          </Fragment>
        ))}
      </div>
      {query ? (
        <Endless query={query} loading={texts.loadingMore} failed={texts.moreFailed} />
      ) : null}
    </>
  )
}
