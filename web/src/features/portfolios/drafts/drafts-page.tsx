import './drafts.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, useState, type ReactNode } from 'react'
import {
  UNSHOWN_STATES,
  type UnshownState,
  type UnshownWork,
} from '@plinth/contract/portfolios/states.ts'
import { useChosen } from '../../../lib/browser/use-chosen.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../../ui/feedback/endless.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { FilterTab } from '../../../ui/layout/tabs.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { unshownQuery } from './drafts-api.ts'
import { draftsTexts as texts } from './drafts-texts.ts'
import { DraftRow } from './draft-row.tsx'
import { ManyBar, type ManyBarProps } from './many-bar.tsx'

const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }))

interface DraftsPageProps extends Pick<ManyBarProps, 'more'> {
  state: UnshownState
  isCreator: boolean
  /** Beside the heading. */
  aside: ReactNode
}

/** A creator's works that only they see, by state, to publish, edit or delete one or many of them. */
export function DraftsPage({ state, isCreator, aside, more }: DraftsPageProps) {
  return (
    <>
      <div className="drafts-head">
        <h1 className="display text-44 text-ink max-tablet:text-32">{texts.title}</h1>
        {aside}
      </div>
      <p className="mt-2 text-16 text-ink-2">{state === 'binned' ? texts.binNote : texts.intro}</p>
      <nav aria-label={texts.tabs} className="drafts-tabs">
        {UNSHOWN_STATES.map((tab) => (
          <FilterTab key={tab} active={tab === state} asChild>
            <Link
              to="/drafts"
              search={tab === 'draft' ? {} : { show: tab }}
              replace
              resetScroll={false}
            >
              {texts.tab[tab]}
            </Link>
          </FilterTab>
        ))}
      </nav>
      <Works key={state} state={state} isCreator={isCreator} more={more} />
    </>
  )
}

function Works({ state, isCreator, more }: Omit<DraftsPageProps, 'aside'>) {
  const query = useInfiniteQuery(unshownQuery(state))
  const [edited, setEdited] = useState<UnshownWork['work'] | null>(null)
  const [isEditing, setEditing] = useState(false)
  const loaded = query.data?.pages.flatMap(({ items }) => items) ?? []
  const ids = loaded.map(({ work }) => work.id)
  const chosen = useChosen(state, ids)
  const titleOf = (id: string) => loaded.find(({ work }) => work.id === id)?.work.title
  return (
    <section aria-label={texts.tab[state]}>
      {ids.length === 0 ? null : (
        <ManyBar
          state={state}
          chosen={chosen}
          all={ids}
          titleOf={titleOf}
          isCreator={isCreator}
          more={more}
        />
      )}
      <PagesView
        query={query}
        skeleton={<RowsSkeleton />}
        failed={texts.failed}
        loadingMore={texts.loadingMore}
        moreFailed={texts.moreFailed}
        empty={<Nothing state={state} isCreator={isCreator} />}
      >
        {(works) => (
          <ul className="drafts-list">
            {works.map((one) => (
              <DraftRow
                key={one.work.id}
                one={one}
                chosen={chosen}
                onEdit={() => {
                  setEdited(one.work)
                  setEditing(true)
                }}
              />
            ))}
          </ul>
        )}
      </PagesView>
      <OnceOpened open={isEditing}>
        {edited === null ? null : (
          <EditDialog open={isEditing} work={edited} onClose={() => setEditing(false)} />
        )}
      </OnceOpened>
    </section>
  )
}

const Nothing = ({ state, isCreator }: Pick<DraftsPageProps, 'state' | 'isCreator'>) => (
  <div role="status" className="max-w-160">
    <EmptyState
      title={texts.empty[state]}
      line={texts.emptyLine[state]}
      action={
        <Button asChild>
          {state === 'draft' && isCreator ? (
            <Link to="/" search={{ dialog: 'upload' }}>
              {texts.upload}
            </Link>
          ) : (
            <Link to="/" search={{ view: 'profile' }}>
              {texts.browse}
            </Link>
          )}
        </Button>
      }
    />
  </div>
)

const RowsSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="drafts-list">
    {[0, 1, 2].map((index) => (
      <div key={index} className="drafts-row">
        <Skeleton className="drafts-picture h-18" />
        <span>
          <Skeleton className="h-5 w-60 max-w-full" />
          <Skeleton className="mt-2 h-4 w-2/5" />
        </span>
      </div>
    ))}
  </div>
)
