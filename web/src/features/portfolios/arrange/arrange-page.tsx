import './arrange.css'
import { useInfiniteQuery, useQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { lazy, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { WallState } from '@plinth/contract/portfolios/walls.ts'
import { movedBehind } from '../../../lib/arrange/arrange-rules.ts'
import { useArrange } from '../../../lib/arrange/use-arrange.ts'
import { usePhone } from '../../../lib/browser/use-media-query.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { LedgeSkeleton, WallSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { DragGhost } from '../../../ui/wall/drag-ghost.tsx'
import { arrangedQuery, wallStateQuery } from './arrange-api.ts'
import { ArrangeHead } from './arrange-head.tsx'
import { ArrangeList } from './arrange-list.tsx'
import { freePin } from './arrange-rules.ts'
import { arrangeTexts as texts, entryTexts, pinWords, wallWords } from './arrange-texts.ts'
import { ArrangedWall, EmptyWall } from './arranged-wall.tsx'
import type { Asked, EntryActs } from './acts.ts'
import { shownOf, type ShownEntry } from './entry-view.ts'
import { NotOnWall } from './not-on-wall.tsx'
import { PinRow } from './pin-row.tsx'
import { useWallChanges } from './use-wall-changes.ts'

const SeriesDialogs = lazy(async () => ({
  default: (await import('./series-dialogs.tsx')).SeriesDialogs,
}))
const ReplacePin = lazy(async () => ({ default: (await import('./replace-pin.tsx')).ReplacePin }))

/** Arranging one's wall: what comes first, the rest in its order, and what is not on it. */
export function ArrangePage({ viewerId }: { viewerId: string }) {
  const query = useInfiniteQuery(arrangedQuery)
  const state = useQuery(wallStateQuery)
  return (
    <QueryView
      query={{ ...query, data: state.data && query.data, error: query.error ?? state.error }}
      skeleton={
        <div role="status" aria-label={texts.loading} className="arrange-main">
          <h1 className="display text-32 text-ink">{texts.title}</h1>
          <div className="mt-10">
            <LedgeSkeleton />
          </div>
          <div className="mt-10">
            <WallSkeleton count={4} />
          </div>
        </div>
      }
      failed={texts.failed}
    >
      {({ pages }) => (
        <Arrange
          entries={pages.flatMap(({ items }) => items).map(shownOf)}
          state={state.data as WallState}
          query={query}
          viewerId={viewerId}
        />
      )}
    </QueryView>
  )
}

interface ArrangeProps {
  entries: ShownEntry[]
  state: WallState
  query: UseInfiniteQueryResult
  viewerId: string
}

function Arrange({ entries, state, query, viewerId }: ArrangeProps) {
  const isPhone = usePhone()
  const changes = useWallChanges()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [said, setSaid] = useState('')
  const pins = entries.filter(({ pin }) => pin !== null)
  const rest = entries.filter(({ pin }) => pin === null)
  const isBeside = (id: string) => entries.every((one) => one.id !== id)
  const refocus = useRefocus()

  const togglePin = (one: ShownEntry) => {
    if (one.series !== null) return
    refocus(one.id)
    if (one.pin !== null) {
      changes.pin(one.id, null)
      setSaid(entryTexts.unpinned(one.title))
      return
    }
    const free = freePin(entries)
    if (free === null) {
      setAsked({ kind: 'replace', one })
      return
    }
    changes.pin(one.id, free)
    setSaid(entryTexts.pinned(one.title, free))
  }
  const hide = (one: ShownEntry) => {
    const at = entries.findIndex(({ id }) => id === one.id)
    refocus((entries[at + 1] ?? entries[at - 1])?.id)
    changes.hide(one)
    setSaid(entryTexts.hidden(one.title))
  }
  /** Puts something where it was dropped: a pin, or the front of the wall. */
  const toZone = (one: ShownEntry, zone: string) => {
    const at = zone.startsWith('pin-') ? Number(zone.slice(4)) : null
    if (zone === 'wall') {
      if (isBeside(one.id)) changes.publish(one, null)
      else if (one.pin !== null) changes.move(one.id, rest.at(-1)?.id ?? null)
      return
    }
    if (one.series !== null || (at !== null && one.pin === at)) return
    const pin = at ?? (one.pin === null ? freePin(entries) : null)
    if (isBeside(one.id)) changes.publish(one, pin === null ? null : { pin })
    else if (pin !== null) changes.pin(one.id, pin)
    else if (one.pin === null) setAsked({ kind: 'replace', one })
  }
  const wall = useArrange(rest, {
    texts: wallWords,
    move: (id, after) => {
      const beside = wall.drag?.one
      if (beside !== undefined && isBeside(id)) changes.publish(beside, { after })
      else changes.move(id, after)
    },
    onZone: toZone,
  })
  const front = useArrange(pins, {
    texts: pinWords,
    move: (id, after) => {
      const at = movedBehind(pins, id, after).findIndex((one) => one.id === id)
      changes.pin(id, pins[at]?.pin ?? null)
    },
  })

  const acts: EntryActs = {
    togglePin,
    hide,
    move: changes.move,
    movePin: (one, to) => changes.pin(one.id, pins[to]?.pin ?? one.pin),
    intoSeries: (one) => setAsked({ kind: 'into', one }),
    openSeries: (one) => setAsked({ kind: 'edit', one }),
  }
  const onKey = (one: ShownEntry, event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    const arranging = one.pin === null ? wall : front
    if (arranging.itemProps(one)['data-picked'] !== undefined) return
    const key = event.key.toLowerCase()
    if (one.series !== null || !['p', 's', 'h'].includes(key)) return
    event.preventDefault()
    if (key === 'p') togglePin(one)
    else if (key === 's') acts.intoSeries(one)
    else hide(one)
  }

  const shared = { acts, chosen, onKey, onChoose: (id: string) => setChosen(toggled(chosen, id)) }
  return (
    <div className="arrange">
      <div className="arrange-main">
        <ArrangeHead state={state} changes={changes} isPhone={isPhone} />
        <p role="status" className="sr-only">
          {front.said || wall.said ? `${front.said} ${wall.said}`.trim() : ''} {said}
        </p>
        {entries.length === 0 ? (
          <EmptyWall />
        ) : isPhone ? (
          <ArrangeList
            {...shared}
            pins={pins}
            rest={rest}
            query={query}
            onNew={setChosen}
            onMake={make}
          />
        ) : (
          <>
            <PinRow {...shared} pins={front.shown} front={front} wall={wall} />
            <ArrangedWall
              {...shared}
              state={state}
              wall={wall}
              query={query}
              onNew={setChosen}
              onMake={make}
            />
          </>
        )}
      </div>
      <NotOnWall state={state} changes={changes} wall={isPhone ? null : wall} isPhone={isPhone} />
      {wall.drag === null ? null : (
        <DragGhost
          from={wall.drag.from}
          picture={wall.drag.one.image && pictureSources(wall.drag.one.image)}
        />
      )}
      <OnceOpened open={asked?.kind === 'replace'}>
        <ReplacePin
          one={asked?.kind === 'replace' ? asked.one : null}
          pins={pins}
          onClose={() => setAsked(null)}
          onReplace={(one, pin) => {
            setAsked(null)
            refocus(one.id)
            changes.pin(one.id, pin)
            setSaid(entryTexts.pinned(one.title, pin))
          }}
        />
      </OnceOpened>
      <OnceOpened open={asked !== null && asked.kind !== 'replace'}>
        <SeriesDialogs
          asked={asked}
          entries={entries}
          changes={changes}
          viewerId={viewerId}
          onClose={() => setAsked(null)}
          onChoose={(ids) => {
            setAsked(null)
            setChosen(ids)
          }}
          onMade={() => setChosen(null)}
          onSaid={setSaid}
        />
      </OnceOpened>
    </div>
  )

  function make() {
    if (chosen === null) return
    const inOrder = entries.filter(({ id }) => chosen.includes(id)).map(({ id }) => id)
    setAsked({ kind: 'new', ids: inOrder })
  }
}

const toggled = (chosen: readonly string[] | null, id: string): readonly string[] =>
  chosen?.includes(id) === true ? chosen.filter((one) => one !== id) : [...(chosen ?? []), id]

/** Returns the focus to something that is about to move to another part of the screen. */
function useRefocus(): (id: string | undefined) => void {
  const wanted = useRef<{ id: string; tries: number } | null>(null)
  useEffect(() => {
    const want = wanted.current
    if (want === null) return
    const active = document.activeElement
    const isLost = active === null || active === document.body || active.id === 'main'
    const handle = document.querySelector<HTMLElement>(`[data-item="${want.id}"] [data-handle]`)
    if (isLost) handle?.focus()
    want.tries -= 1
    if (want.tries <= 0 || (isLost && handle !== null)) wanted.current = null
  })
  return (id) => {
    wanted.current = id === undefined ? null : { id, tries: 8 }
  }
}
