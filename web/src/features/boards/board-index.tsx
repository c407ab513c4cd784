import './boards.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, useState, type ReactNode } from 'react'
import { count } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { hasNoItems, PagesView } from '../../ui/feedback/endless.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { FilterTab } from '../../ui/layout/tabs.tsx'
import { OnceOpened } from '../../ui/overlay/once-opened.tsx'
import { boardsQuery, countsQuery, type BoardShow } from './board-api.ts'
import { BoardTile } from './board-tile.tsx'
import { boardTexts as texts } from './board-texts.ts'
import { TilesSkeleton } from './tiles-skeleton.tsx'

const BoardForm = lazy(async () => ({ default: (await import('./board-form.tsx')).BoardForm }))

interface BoardIndexProps {
  /** Both parts when left out. */
  show: BoardShow | undefined
  viewerId: string
}

/** The boards that somebody has, and those that they were asked to. */
export function BoardIndex({ show, viewerId }: BoardIndexProps) {
  const [isMaking, setMaking] = useState(false)
  const newBoard = (
    <Button variant="primary" onClick={() => setMaking(true)}>
      <Plus size={18} aria-hidden />
      {texts.newBoard}
    </Button>
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="display text-44 text-ink max-tablet:text-32">{texts.title}</h1>
        {newBoard}
      </div>
      <Tabs show={show} />
      {show === undefined ? <Both /> : <Endless key={show} show={show} />}
      <OnceOpened open={isMaking}>
        <BoardForm open={isMaking} onClose={() => setMaking(false)} viewerId={viewerId} />
      </OnceOpened>
    </>
  )
}

function Tabs({ show }: { show: BoardShow | undefined }) {
  const counts = useQuery(countsQuery()).data
  const own = counts?.own
  const shared = counts?.shared
  return (
    <nav aria-label={texts.tabs} className="board-tabs">
      <Tab active={show === undefined} to={undefined} value={counts && counts.own + counts.shared}>
        {texts.all}
      </Tab>
      <Tab active={show === 'own'} to="own" value={own}>
        {texts.own}
      </Tab>
      <Tab active={show === 'shared'} to="shared" value={shared}>
        {texts.shared}
      </Tab>
      <FilterTab active={false} asChild>
        <Link to="/saved-posts">
          <Counted value={counts && counts.savedWorks + counts.savedPosts}>{texts.saved}</Counted>
        </Link>
      </FilterTab>
    </nav>
  )
}

interface TabProps {
  active: boolean
  to: BoardShow | undefined
  value: number | undefined
  children: string
}

const Tab = ({ active, to, value, children }: TabProps) => (
  <FilterTab active={active} asChild>
    <Link to="/boards" search={to === undefined ? {} : { show: to }} replace resetScroll={false}>
      <Counted value={value}>{children}</Counted>
    </Link>
  </FilterTab>
)

const Counted = ({ value, children }: { value: number | undefined; children: string }) => (
  <span className="tnum">
    {children}
    {value === undefined || value === 0 ? null : ` ${count(value)}`}
  </span>
)

/** The first page of both parts. Where there is more, a link leads to the part by itself. */
function Both() {
  const own = useInfiniteQuery(boardsQuery('own'))
  const shared = useInfiniteQuery(boardsQuery('shared'))
  const isEmpty = own.data && shared.data && hasNoItems(own.data) && hasNoItems(shared.data)
  if (isEmpty === true) return <Nothing which="all" />
  return (
    <>
      {(['own', 'shared'] as const).map((show) => {
        const query = show === 'own' ? own : shared
        if (query.data && hasNoItems(query.data)) return null
        return (
          <Part key={show} title={texts[show]} id={`boards-${show}`}>
            <QueryView query={query} skeleton={<TilesSkeleton />} failed={texts.failed}>
              {({ pages }) => (
                <>
                  <ul className="board-tiles">
                    {pages[0]?.items.map((board) => (
                      <BoardTile key={board.id} board={board} />
                    ))}
                  </ul>
                  {pages[0]?.next === null ? null : (
                    <Button asChild className="mt-10">
                      <Link to="/boards" search={{ show }}>
                        {texts.showAll[show]}
                      </Link>
                    </Button>
                  )}
                </>
              )}
            </QueryView>
          </Part>
        )
      })}
    </>
  )
}

function Endless({ show }: { show: BoardShow }) {
  const query = useInfiniteQuery(boardsQuery(show))
  return (
    <Part title={texts[show]} id={`boards-${show}`}>
      <PagesView
        query={query}
        skeleton={<TilesSkeleton />}
        failed={texts.failed}
        loadingMore={texts.loadingMore}
        moreFailed={texts.moreFailed}
        empty={<Nothing which={show} />}
      >
        {(boards) => (
          <ul className="board-tiles">
            {boards.map((board) => (
              <BoardTile key={board.id} board={board} />
            ))}
          </ul>
        )}
      </PagesView>
    </Part>
  )
}

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="board-part">
    <h2 id={id} className="display mb-6 text-24 text-ink">
      {title}
    </h2>
    {children}
  </section>
)

const Nothing = ({ which }: { which: BoardShow | 'all' }) => (
  <div role="status" className="max-w-160">
    <EmptyState
      title={texts.empty[which]}
      line={texts.emptyLine[which]}
      action={
        <Button asChild>
          <Link to="/explore">{texts.browse}</Link>
        </Button>
      }
    />
  </div>
)
