import { useInfiniteQuery } from '@tanstack/react-query'
import { listUserPortfolios, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { plainPagesOf } from '../../../lib/cache/pages.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Endless } from '../../../ui/feedback/endless.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { texts } from './banner-texts.ts'

/** A work as its maker chooses it; null for none. */
export type Choice = { id: string; title: string } | null

interface PickBannerProps {
  userId: string
  isBusy: boolean
  onPick: (work: Choice) => void
}

/** Lets creators choose one of their works as their banner. */
export const PickBanner = ({
  open,
  onClose,
  ...props
}: PickBannerProps & { open: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(onClose)}
    title={texts.pick}
    description={texts.pickLine}
    width="large"
  >
    <Works {...props} />
  </Dialog>
)

/** Whether everybody sees this work's picture without being asked. */
const isShown = ({ isListed, isSensitive, picture }: PortfolioItem): boolean =>
  isListed && !isSensitive && picture.isSensitive !== true

function Works({ userId, isBusy, onPick }: PickBannerProps) {
  const query = useInfiniteQuery(plainPagesOf(listUserPortfolios, { params: { id: userId } }))
  return (
    <QueryView query={query} skeleton={<WorksSkeleton />} failed={texts.worksFailed}>
      {({ pages }) => {
        const works = pages.flatMap(({ items }) => items).filter(isShown)
        return (
          <>
            {works.length === 0 && !query.hasNextPage ? (
              <div className="mt-5">
                <EmptyState title={texts.none} line={texts.noneLine} />
              </div>
            ) : (
              <ul className="banner-works">
                {works.map((work) => (
                  <li key={work.id}>
                    <button
                      type="button"
                      aria-label={texts.use(work.title)}
                      disabled={isBusy}
                      className="block w-full rounded-control p-2 text-left hover:bg-surface-3"
                      onClick={() => onPick(work)}
                    >
                      <span className="banner-strip block">
                        <Picture
                          picture={pictureSources(work.picture)}
                          alt=""
                          sizes="280px"
                          fit="cover"
                        />
                      </span>
                      <span className="work-title mt-2 block truncate text-16 text-ink">
                        {work.title}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <Endless query={query} loading={texts.worksLoading} failed={texts.moreFailed} />
          </>
        )
      }}
    </QueryView>
  )
}

const WorksSkeleton = () => (
  <div role="status" aria-label={texts.worksLoading} className="banner-works">
    {[0, 1, 2].map((nth) => (
      <Skeleton key={nth} className="banner-strip" />
    ))}
  </div>
)
