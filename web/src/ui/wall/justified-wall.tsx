import '../works.css'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Fragment, type ReactNode } from 'react'
import { isServer } from '../../lib/browser/environment.ts'
import { isWide, pairUprights, ratioOf, type Placed } from '../../lib/media/wall.ts'
import { Endless } from '../feedback/endless.tsx'

/** Rows are about 360 pixels high. A wide item may stand in a row with few others, or alone, and is larger then. */
function sizesOf(ratio: number, { wide, whole }: { wide: boolean; whole: boolean }): string {
  // From margin to margin and a little less, as in `workSizes`.
  const onPhone = whole ? 'calc(100vw - 48px)' : 'calc(50vw - 30px)'
  const height = wide ? 480 : 360
  return `(max-width: 720px) ${onPhone}, min(100vw - 64px, ${Math.round(Math.min(ratio * height, 1_344))}px)`
}

/** A row has at least two items in a wide window, and one or two on a phone. */
const FIRST = 2

type Named = Placed & { id: string }

interface JustifiedWallProps<H extends Named> {
  hung: readonly H[]
  /** Loads further pages; left out when all items are given. */
  query?: UseInfiniteQueryResult | undefined
  /** Keeps the given order also where it leaves gaps on phones. */
  inOrder?: boolean
  /** What takes the whole width of a phone. */
  isWhole?: ((one: H) => boolean) | undefined
  /** The items belong to the previous filter, while the next ones load. */
  old?: boolean
  texts: { loadingMore: string; moreFailed: string }
  /** Whether the wall begins on the first screenful, so that its first pictures are loaded before all else. */
  isFirst?: boolean | undefined
  /** Renders one item. `sizes` is for its image. */
  children: (one: H, image: { sizes: string; priority: boolean }) => ReactNode
}

/** Items in justified rows, with the next page below. */
export function JustifiedWall<H extends Named>({
  hung,
  query,
  inOrder = false,
  isWhole = isWide,
  old = false,
  texts,
  isFirst = false,
  children,
}: JustifiedWallProps<H>) {
  return (
    <>
      <div className={clsx('wall', old && 'wall-old')}>
        {/* Without scripts no next page would bring what is held back. */}
        {(inOrder ? hung : pairUprights(hung, !isServer && query?.hasNextPage === true)).map(
          (one, index) => (
            <Fragment key={one.id}>
              {children(one, {
                sizes: sizesOf(ratioOf(one.picture), {
                  wide: isWide(one),
                  whole: isWhole(one),
                }),
                priority: isFirst && index < FIRST,
              })}
            </Fragment>
          ),
        )}
      </div>
      {query ? (
        <Endless query={query} loading={texts.loadingMore} failed={texts.moreFailed} />
      ) : null}
    </>
  )
}
