import '../works.css'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Fragment, type ReactNode } from 'react'
import { isWide, pairUprights, ratioOf, type Placed } from '../../lib/media/wall.ts'
import { Endless } from '../feedback/endless.tsx'

/** A justified row is about as high as the hang, so what hangs is about its ratio times as wide. */
const sizesOf = (ratio: number, wide: boolean) =>
  `(max-width: 720px) ${wide ? '100vw' : '50vw'}, ${Math.round(Math.min(ratio * 360, 1_344))}px`

type Named = Placed & { id: string }

interface JustifiedWallProps<H extends Named> {
  hung: readonly H[]
  /** The list that goes on; left out where these are all that is to be shown. */
  query?: UseInfiniteQueryResult | undefined
  /** These are of the last filter, while the next one's are on their way. */
  old?: boolean
  texts: { more: string; loadingMore: string; moreFailed: string }
  /** Draws one, in a column as wide as `sizes` says. */
  children: (one: H, sizes: string) => ReactNode
}

/** Justified rows, and the way to the list's next page. */
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
        {pairUprights(hung, query?.hasNextPage === true).map((one) => (
          <Fragment key={one.id}>
            {children(one, sizesOf(ratioOf(one.picture), isWide(one)))}
          </Fragment>
        ))}
      </div>
      {query ? (
        <Endless
          query={query}
          more={texts.more}
          loading={texts.loadingMore}
          failed={texts.moreFailed}
          again="Try again"
        />
      ) : null}
    </>
  )
}
