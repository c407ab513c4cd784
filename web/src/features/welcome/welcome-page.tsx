import './welcome.css'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Heart, RefreshCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import { WELCOME_WORKS } from '@plinth/contract/people/welcome.ts'
import { usePhone } from '../../lib/browser/use-media-query.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Logo } from '../../ui/layout/logo.tsx'
import { Makers } from './makers.tsx'
import { PickSkeleton, PickWall } from './pick-wall.tsx'
import { usePicks, type UsedPicks } from './use-picks.ts'
import { afterWelcome, sendPicks, worksQuery } from './welcome-api.ts'
import { makersOf, type PickedMaker } from './welcome-rules.ts'
import { makersCounted, progressOf, texts, worksCounted } from './welcome-texts.ts'

/** Phones have less room before the makers. */
const WORKS_ON_PHONE = 8

interface WelcomePageProps {
  viewer: OwnUser
  renderFollow: (
    maker: PickedMaker['maker'],
    onShow: (makerId: string, isFollowing: boolean) => void,
  ) => ReactNode
}

/** After joining: pick works, follow their makers, or skip it. */
export function WelcomePage({ viewer, renderFollow }: WelcomePageProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const picks = usePicks(viewer.id)
  const sending = useSendOnce({
    send: (workIds: string[]) => sendPicks(workIds),
    onSent: (_, workIds) => {
      picks.drop()
      afterWelcome(client, viewer)
      return navigate({
        to: '/',
        search: workIds.length === 0 ? {} : { view: 'for-you' },
        replace: true,
      })
    },
  })
  const makers = makersOf(picks.works).map((one) => ({
    ...one,
    maker: { ...one.maker, isFollowing: picks.isFollowing(one.maker) },
  }))
  const followed = makers.filter(({ maker }) => maker.isFollowing).length
  const { done, left } = progressOf(picks.works.length, followed)
  const failed = sending.body?.length === 0 ? texts.foot.skipFailed : texts.foot.failed
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page flex h-(--topbar) items-center justify-between">
        <Logo />
        <Button variant="quiet" className="mr-[-18px]" onClick={() => sending.send([])}>
          {texts.skip}
        </Button>
      </header>
      <main id="main" tabIndex={-1} className="page welcome">
        <Works picks={picks} />
        <Makers makers={makers} renderFollow={(maker) => renderFollow(maker, picks.showFollow)} />
      </main>
      <footer aria-label={texts.foot.label} className="welcome-foot">
        <div className="page flex items-center justify-between gap-6">
          <div className="min-w-0">
            <p role="status" className="text-16 text-ink-2">
              <span className="max-tablet:hidden">
                <b className="font-semibold text-ink">{done}</b> {left}
              </span>
              <span className="text-14 tablet:hidden">
                <b className="block font-semibold text-ink">{worksCounted(picks.works.length)}</b>
                {makersCounted(followed)}
              </span>
            </p>
            {sending.error === null ? null : <ErrorText text={failed} />}
          </div>
          <Button
            variant="primary"
            size={52}
            className="welcome-go"
            busy={sending.isSending && texts.foot.going}
            onClick={() => sending.send(picks.works.map(({ id }) => id))}
          >
            {texts.foot.go}
          </Button>
        </div>
      </footer>
    </div>
  )
}

/** The works to pick from, a page at a time. After the last page comes the first. */
function Works({ picks }: { picks: UsedPicks }) {
  const count = usePhone() ? WORKS_ON_PHONE : WELCOME_WORKS
  const query = useInfiniteQuery(worksQuery(count))
  const [at, setAt] = useState(0)
  const pages = query.data?.pages ?? []
  // A window that gets wider has larger pages, and fewer.
  const page = pages[at] ?? pages[0]
  const showOthers = async () => {
    if (at + 1 < pages.length) setAt(at + 1)
    else if (!query.hasNextPage) setAt(0)
    else {
      const next = await query.fetchNextPage()
      if (!next.isError) setAt(at + 1)
    }
  }
  const others =
    pages.length > 1 || query.hasNextPage ? (
      <OthersButton isLoading={query.isFetchingNextPage} onPress={() => void showOthers()} />
    ) : null
  const { works: words } = texts
  return (
    <section aria-labelledby="works" className="min-w-0">
      <h1 id="works" className="display text-44 text-ink max-tablet:text-32">
        {words.title}
      </h1>
      <div className="mt-2.5 flex items-center justify-between gap-6">
        <p className="text-16 text-ink-2">{words.line}</p>
        <div className="-my-2.5 flex shrink-0 items-center gap-5 max-tablet:hidden">
          {picks.works.length === 0 ? null : (
            <span className="tnum flex items-center gap-2 text-14 font-semibold text-accent-text">
              <Heart size={18} fill="currentColor" aria-hidden />
              {words.picked(picks.works.length)}
            </span>
          )}
          {others}
        </div>
      </div>
      <QueryView
        query={query}
        skeleton={<PickSkeleton count={count} />}
        failed={words.failed}
        isEmpty={() => page === undefined || page.items.length === 0}
        empty={<p className="mt-6 text-16 text-ink-2">{words.empty}</p>}
      >
        {() => (
          <PickWall works={page?.items ?? []} picks={picks} isOld={query.isFetchingNextPage} />
        )}
      </QueryView>
      <p role="status" className="sr-only">
        {at === 0 || page === undefined ? '' : words.othersShown(page.items.length)}
      </p>
      {query.isFetchNextPageError ? <ErrorText text={words.othersFailed} /> : null}
      <div className="mt-6 grid tablet:hidden">{others}</div>
    </section>
  )
}

const OthersButton = ({ isLoading, onPress }: { isLoading: boolean; onPress: () => void }) => (
  <Button
    className="welcome-others"
    busy={isLoading && texts.works.loadingOthers}
    onClick={onPress}
  >
    <RefreshCw size={16} aria-hidden />
    {texts.works.others}
  </Button>
)
